import { TYPED_PANE, typeIntoPane } from "../typing.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["pane", "send-text"],
  summary: "Type text into a pane as it is, without Enter",
  grant: "write",
  method: "pane.send_text",
  requestId: "cli:request",
  result: "ok",
  args: {
    ...TYPED_PANE,
    text: {
      kind: "words",
      required: true,
      isVerbatim: true,
      value: "TEXT",
      doc: "joined by blanks; typed byte for byte, with nothing in front and nothing added",
    },
  },
  isSilent: true,
  run: async (edges, { paneId, text }) => {
    await typeIntoPane(edges, paneId, { text: text.join(" ") });
    return { type: "ok" };
  },
});
