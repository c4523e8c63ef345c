import type { Environment } from "../system/env.ts";
import { runBounded } from "../system/process.ts";

/** What is kept of what a hook says on stderr (plugin spec, "Hooks from the config"). */
const KEEP_BYTES = 16 * 1024;

/** A command line of the user's own. */
export interface HookCall {
  /** What it is called in config.toml. */
  readonly name: string;
  readonly command: string;
  /** Words behind the command. */
  readonly words?: readonly string[];
  readonly environment: Environment;
  /** 0 for as long as it likes. */
  readonly seconds: number;
  readonly input?: string;
  readonly cwd?: string;
}

/** How a hook went: null when it ended well, else why not, in words for a person. */
export async function hookTrouble(call: HookCall): Promise<string | null> {
  const { name, command, words = [], environment, seconds, input, cwd } = call;
  const argv =
    words.length === 0 ? ["sh", "-c", command] : ["sh", "-c", `${command} "$@"`, "sh", ...words];
  const { code, said } = await runBounded(argv, environment, {
    limitMs: seconds === 0 ? null : seconds * 1000,
    keepBytes: KEEP_BYTES,
    ...(input !== undefined && { input }),
    ...(cwd !== undefined && { cwd }),
  });
  if (code === 0) return null;
  const end = code === null ? `took longer than ${seconds} s` : `ended with ${code}`;
  const last = said.trim();
  return `${name} ${JSON.stringify(command)} ${end}${last === "" ? "" : `: ${last}`}`;
}
