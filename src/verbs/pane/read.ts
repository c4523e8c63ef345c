import { readScreen } from "../../tmux/screen.ts";
import { questionOf, READ_ARGS, readRecord } from "../read-args.ts";
import { namedPane } from "../target.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["pane", "read"],
  summary: "Print what a pane shows or showed",
  method: "pane.read",
  result: "pane_read",
  args: {
    paneId: { kind: "word", required: true, value: "PANE", doc: "w1:p1 or %0" },
    ...READ_ARGS,
  },
  run: async (edges, args) => {
    const placed = namedPane(edges, await edges.look(), args.paneId);
    const question = questionOf(args);
    const text = await readScreen(edges.tmux, placed.pane.id, question);
    return { type: "pane_read", read: readRecord(placed, question, text) };
  },
  print: ({ read }) => read.text,
});
