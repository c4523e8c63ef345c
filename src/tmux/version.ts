/** The one place that reads tmux's version text and knows what each version lacks (reference/tmux/facts.md §1.1, §9). */

/** `[major, minor]`; a development build counts as newer than everything. */
export type TmuxVersion = readonly [major: number, minor: number];

/** The oldest tmux that taw loads into. */
export const FLOOR: TmuxVersion = [3, 2];

const NEWEST: TmuxVersion = [Number.MAX_SAFE_INTEGER, 0];

/**
 * `3.3a`, `tmux 3.3a` (as `tmux -V` prints), `next-3.8`; what names no release (`master`, `openbsd-7.6`) is read as the
 * newest, because such a build is younger than the releases taw knows.
 */
export function parseVersion(text: string): TmuxVersion {
  const word = text.trim().split(/\s+/).at(-1) ?? "";
  const release = /^(?:next-)?(\d+)\.(\d+)[a-z]?(?:-rc\d*)?$/.exec(word);
  return release ? [Number(release[1]), Number(release[2])] : NEWEST;
}

/** Whether a tmux has what came with `floor`. */
export function isAtLeast(version: TmuxVersion, floor: TmuxVersion): boolean {
  return version[0] === floor[0] ? version[1] >= floor[1] : version[0] > floor[0];
}

/**
 * What tmux of that version (`#{version}`) printed for formats, options and lists → what they hold. tmux 3.4 alone puts
 * a backslash before each `$` that a name could follow (facts.md §0 fact 6). Not for screens: `capture-pane` is exact.
 */
export function asHeld(printed: string, version: string): string {
  const [major, minor] = parseVersion(version);
  return major === 3 && minor === 4 ? printed.replace(/\\\$(?=[A-Za-z_{])/g, "$") : printed;
}

export const printVersion = (version: TmuxVersion): string => version.join(".");

/**
 * The same question where tmux itself has to answer it, as a format: the releases before 3.3, the first with a hook that
 * tells of a swap (facts.md §1.2), those before 3.5, and those before 3.7.
 */
export const BEFORE_SWAP_IS_TOLD = "#{m/r:^(next-)?3[.]2,#{version}}";
export const BEFORE_EXTENDED_KEYS = "#{m/r:^3[.][2-4],#{version}}";
export const BEFORE_PASTE_FILTER = "#{m/r:^3[.][2-6],#{version}}";
