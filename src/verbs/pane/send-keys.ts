import { TYPED_PANE, typeIntoPane } from "../typing.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["pane", "send-keys"],
  summary: "Press keys in a pane",
  grant: "write",
  method: "pane.send_keys",
  requestId: "cli:request",
  result: "ok",
  args: {
    ...TYPED_PANE,
    keys: {
      kind: "words",
      required: true,
      isVerbatim: true,
      value: "KEY",
      doc: "a, enter, ctrl+c, alt+left, shift+f5; all are read before any is sent",
    },
  },
  isSilent: true,
  run: async (edges, { paneId, keys }) => {
    await typeIntoPane(edges, paneId, { keys });
    return { type: "ok" };
  },
});
