import { parseHooked } from "../core/hooked.ts";
import type { Server } from "../core/world.ts";
import { configStamp } from "../system/stamp.ts";
import type { Command, Tmux } from "./client.ts";

/**
 * Has the `[hooks]` of config.toml read again, by a process of its own, where the file is not the one that was read
 * (decision 12); else nothing is started and nothing is asked. However many see the change, one process is started.
 */
export async function renewHooks(tmux: Tmux, { hooks, configFolder }: Server): Promise<void> {
  const told = parseHooked(hooks ?? "");
  if (told === null || configFolder === undefined) return;
  const stamp = configStamp(configFolder);
  if (told.stamp !== stamp) await tmux.run(readAgain(stamp));
}

const readAgain = (stamp: string): Command => [
  "if-shell",
  "-F",
  `#{||:#{==:#{@agent_wizard_hooks},},#{m:${stamp} *,#{@agent_wizard_hooks} }}`,
  "",
  `set-option -sF @agent_wizard_hooks '${stamp}#{s/^[^ ]*//:@agent_wizard_hooks}' ; run-shell -b '#{@agent_wizard_taw} hooks tell >/dev/null 2>&1 || :'`,
];
