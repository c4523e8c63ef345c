import type { Config } from "../config/schema.ts";
import { Failure } from "../core/failure.ts";
import { hookTrouble } from "../hooks/run.ts";
import type { Environment } from "../system/env.ts";
import { withKeptVariables } from "../system/start.ts";

/** The create hooks of [sessions]: command lines of the user's own, run as `<hook> <session> <folder>`. */

/** How a hook went: null when it had nothing against it, else why not, in words for a person. */
export async function createHookTrouble(
  key: "sessions.pre_create_hook" | "sessions.post_create_hook",
  { config, environment, session, folder }: HookCall,
): Promise<string | null> {
  const command = config[key];
  if (command === null) return null;
  const name = key.slice("sessions.".length);
  const seconds = config["sessions.hook_timeout_seconds"];
  return hookTrouble({
    name,
    command,
    words: [session, folder],
    environment: withKeptVariables(environment),
    seconds,
  });
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
  const trouble = await createHookTrouble("sessions.pre_create_hook", call);
  if (trouble !== null) throw new Failure("hook_refused", `the ${trouble}`);
}
