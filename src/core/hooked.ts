/**
 * What a tmux server was told of `[hooks]`, in `@agent_wizard_hooks`: which state of config.toml was read, and the events
 * that commands are hooked to. Whoever finds another state of the file has it read again (decision 12).
 */
export interface Hooked {
  readonly stamp: string;
  readonly names: readonly string[];
}

/** Null for an option that is not set: taw is not loaded there. */
export function parseHooked(text: string): Hooked | null {
  const [stamp = "", ...names] = text.trim().split(" ");
  return stamp === "" ? null : { stamp, names };
}

export const printHooked = ({ stamp, names }: Hooked): string => [stamp, ...names].join(" ");
