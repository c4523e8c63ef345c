import { TYPED_PANE, typeIntoPane } from "../typing.ts";
import { defineVerb } from "../verb.ts";

/** For the socket: herdr's CLI has no word for this. */
export default defineVerb({
  path: ["pane", "send-input"],
  summary: "Type text, then keys, into a pane",
  grant: "write",
  method: "pane.send_input",
  requestId: "cli:request",
  result: "ok",
  args: {
    ...TYPED_PANE,
    text: {
      kind: "text",
      value: "TEXT",
      doc: "a bracketed paste where the program asked for that",
    },
    keys: { kind: "list", value: "KEY", doc: "a key after the text, again for others" },
  },
  isSilent: true,
  run: async (edges, { paneId, text, keys }) => {
    await typeIntoPane(edges, paneId, { text: text ?? "", isPaste: true, keys });
    return { type: "ok" };
  },
});
