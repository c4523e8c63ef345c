import type { Config } from "../config/schema.ts";
import { Failure } from "../core/failure.ts";
import type { Environment } from "../system/env.ts";
import { runBounded } from "../system/process.ts";

/** The create hooks of [sessions]: command lines of the user's own, run as `<hook> <session> <folder>`. */

/** What is kept of what a hook says on stderr (plugin spec, "Hooks from the config"). */
const KEEP_BYTES = 16 * 1024;

/** How a hook went: null when it had nothing against it, else why not, in words for a person. */
export async function hookTrouble(
  key: "sessions.pre_create_hook" | "sessions.post_create_hook",
  { config, environment, session, folder }: HookCall,
): Promise<string | null> {
  const hook = config[key];
  if (hook === null) return null;
  const seconds = config["sessions.hook_timeout_seconds"];
  const { code, said } = await runBounded(
    ["sh", "-c", `${hook} "$@"`, "sh", session, folder],
    environment,
    { limitMs: seconds === 0 ? null : seconds * 1000, keepBytes: KEEP_BYTES },
  );
  if (code === 0) return null;
  const name = `${key.slice("sessions.".length)} ${JSON.stringify(hook)}`;
  const end = code === null ? `took longer than ${seconds} s` : `ended with ${code}`;
  const words = said.trim();
  return `${name} ${end}${words === "" ? "" : `: ${words}`}`;
}

export interface HookCall {
  config: Config;
  environment: Environment;
  /** The name that the session is to have, or has. */
  session: string;
  folder: string;
}

/** Throws `hook_refused` when the pre-create hook is against it; nothing has been made then. */
export async function askPreCreateHook(call: HookCall): Promise<void> {
  const trouble = await hookTrouble("sessions.pre_create_hook", call);
  if (trouble !== null) throw new Failure("hook_refused", `the ${trouble}`);
}
