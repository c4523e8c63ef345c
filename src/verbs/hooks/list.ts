import { HOOK_NAMES, HOOK_ROWS, isHookName } from "../../config/hooks.ts";
import { HOOK_VARIABLES } from "../../core/hook-call.ts";
import { hooksLog } from "../../hooks/log.ts";
import { SAMPLE } from "../../hooks/sample.ts";
import { defineVerb } from "../verb.ts";
import { hookSettings } from "./settings.ts";

export default defineVerb({
  path: ["hooks", "list"],
  summary: "List what [hooks] can name, with the commands that are hooked to it",
  result: "hooks_list",
  args: {},
  run: async (edges) => {
    const { config, state } = await hookSettings(edges);
    const hooked = config["hooks.*"];
    return {
      type: "hooks_list",
      timeout_seconds: config["hooks.timeout_seconds"],
      veto_timeout_seconds: config["sessions.hook_timeout_seconds"],
      log: hooksLog(state),
      variables: Object.keys(HOOK_VARIABLES),
      sample: SAMPLE,
      hooks: HOOK_NAMES.map((name) => ({
        name,
        kind: HOOK_ROWS[name].kind,
        when: HOOK_ROWS[name].when,
        commands: hooked[name] ?? [],
      })),
      unknown: Object.entries(hooked)
        .filter(([name]) => !isHookName(name))
        .map(([name, commands]) => ({ name, commands })),
    };
  },
});
