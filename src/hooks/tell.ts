import { loadConfig } from "../config/load.ts";
import { HOOK_ROWS, isHookName } from "../config/hooks.ts";
import { DEFAULTS } from "../config/schema.ts";
import type { Config } from "../config/schema.ts";
import { isEventName } from "../core/events.ts";
import type { EventName } from "../core/events.ts";
import { parseHooked, printHooked } from "../core/hooked.ts";
import { forgetReader, wantEvents } from "../events/wants.ts";
import { configStamp } from "../system/stamp.ts";
import type { Tmux } from "../tmux/client.ts";

/** Whose words in `@agent_wizard_wants` are those of `[hooks]`; no process has that number. */
const READER = "0-hooks";

/** Their separator is no part of a state of the file. */
const QUESTION = "#{?@agent_wizard_taw,loaded,} #{@agent_wizard_hooks}";

/** The events that commands are hooked to, those that can fire. */
export function hookedEvents(config: Config): EventName[] {
  return Object.entries(config["hooks.*"])
    .filter(([name, commands]) => commands.length > 0 && isFired(name))
    .map(([name]) => name)
    .filter(isEventName);
}

const isFired = (name: string): boolean => isHookName(name) && HOOK_ROWS[name].kind === "event";

/**
 * Tells a tmux server which events the `[hooks]` of a folder's config.toml are hooked to, so that those are queued and no
 * others. Where the file cannot be taken, what was told stays. Nothing is told where taw is not loaded.
 *
 * @throws Failure as `tmux` does
 */
export async function tellHooks(tmux: Tmux, folder: string): Promise<void> {
  // The state from before the reading: what is written meanwhile is seen as another one.
  const stamp = configStamp(folder);
  const { config, problems } = await loadConfig(folder);
  const answer = (await tmux.run(["display-message", "-p", QUESTION])).trim();
  if (!answer.startsWith("loaded")) return;
  const before = parseHooked(answer.slice("loaded".length))?.names ?? [];
  const isTaken = config !== DEFAULTS || problems.length === 0;
  const names = isTaken ? hookedEvents(config) : before.filter(isEventName);
  if (names.length > 0) await wantEvents(tmux, READER, names);
  else if (before.length > 0) await forgetReader(tmux, READER);
  await tmux.run(["set-option", "-s", "@agent_wizard_hooks", printHooked({ stamp, names })]);
}
