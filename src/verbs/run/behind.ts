import { standBehind } from "../../proxy/behind.ts";
import { withKeptVariables } from "../../system/start.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["__behind"],
  summary: "Lead the session of a program that taw run stands in front of",
  args: {
    mode: { kind: "word", required: true, value: "MODE", doc: "the terminal's line mode" },
    path: { kind: "word", required: true, value: "PATH", doc: "the program's file" },
    command: {
      kind: "words",
      required: true,
      isVerbatim: true,
      value: "COMMAND",
      doc: "the program's name and its arguments",
    },
  },
  run: async ({ environment }, { mode, path, command }) => ({
    exitCode: await standBehind({
      mode,
      path,
      argv: command,
      environment: withKeptVariables(environment),
    }),
  }),
});
