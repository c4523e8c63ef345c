import { RIGHT_CLICK, rightClickCommand } from "../right-click.ts";
import { requireToldPane } from "../target.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["pane", "input"],
  summary: "Say who gets a right click in a pane",
  grant: "admin",
  method: "pane.input.set",
  requestId: "cli:pane:input:set",
  result: "ok",
  args: {
    pane: { kind: "word", value: "PANE", doc: "w1:p1 or %0" },
    paneId: { kind: "text", flag: "--pane", value: "PANE", doc: "the same as a flag" },
    current: { kind: "flag", doc: "the pane taw was called from" },
    rightClick: { ...RIGHT_CLICK, required: true },
  },
  rules: [{ exactlyOne: ["pane", "paneId", "current"] }],
  run: async (edges, args) => {
    const seen = await edges.look();
    const { id } = requireToldPane(edges, seen, args).pane;
    await edges.change(seen, { target: id, commands: [rightClickCommand(id, args.rightClick)] });
    return { type: "ok" };
  },
});
