import { TYPED_PANE, typeIntoPane } from "../typing.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["pane", "run"],
  summary: "Type a command into a pane, and Enter",
  grant: "write",
  requestId: "cli:request",
  result: "ok",
  args: {
    ...TYPED_PANE,
    command: {
      kind: "words",
      required: true,
      isVerbatim: true,
      value: "COMMAND",
      doc: "joined by blanks; a bracketed paste where the program asked for that",
    },
  },
  isSilent: true,
  run: async (edges, { paneId, command }) => {
    const text = command.join(" ");
    await typeIntoPane(edges, paneId, { text, isPaste: true, keys: ["enter"] });
    return { type: "ok" };
  },
});
