import { runProxied } from "../../proxy/run.ts";
import { startAgain, withKeptVariables } from "../../system/start.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["run"],
  summary: "Run a program so that taw hears its own status reports",
  args: {
    command: {
      kind: "words",
      required: true,
      isVerbatim: true,
      value: "COMMAND",
      doc: "the program and its arguments; nothing after its name is taw's",
    },
  },
  run: async ({ environment }, { command }) => {
    const again = startAgain(environment, Bun.main);
    const exitCode = await runProxied({
      command,
      environment: withKeptVariables(environment),
      behind: [...again.argv, "__behind"],
      behindEnvironment: again.environment,
    });
    return { exitCode };
  },
});
