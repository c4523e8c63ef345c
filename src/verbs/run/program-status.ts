import { buildStatusReport, PROGRAM_STATES } from "../../core/program-status.ts";
import { reportToTerminal } from "../../system/terminal.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["program-status"],
  summary: "Report a script's state as agents report theirs",
  args: {
    state: {
      kind: "word",
      required: true,
      value: "STATE",
      choices: [...PROGRAM_STATES, "clear"],
      doc: "what it does now; clear takes a report back",
    },
    id: { kind: "text", value: "ID", doc: "a part of the program, as in build/tests" },
    kind: { kind: "text", value: "KIND", doc: "with blocked: permission, question or auth" },
    progress: { kind: "text", value: "N", doc: "with working or blocked: 0 to 100" },
    app: { kind: "text", value: "NAME", doc: "what the program is called" },
    title: { kind: "text", value: "TEXT", doc: "what it works on" },
    msg: { kind: "text", value: "TEXT", doc: "one line: what it does or asks now" },
  },
  run: async (_edges, words) => {
    const said = Object.entries(words).filter(([, word]) => word !== null);
    await reportToTerminal(buildStatusReport({ state: words.state, ...Object.fromEntries(said) }));
    return { exitCode: 0 };
  },
});
