import { readScreen } from "../../tmux/screen.ts";
import { questionOf, READ_ARGS, readRecord } from "../read-args.ts";
import { AGENT_TARGET, namedAgent } from "../target.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["agent", "read"],
  summary: "Print what an agent's pane shows or showed",
  method: "agent.read",
  result: "pane_read",
  args: { ...AGENT_TARGET, ...READ_ARGS },
  run: async (edges, args) => {
    const placed = namedAgent(edges, await edges.look(), args.target);
    const question = questionOf(args);
    const text = await readScreen(edges.tmux, placed.pane.id, question);
    return { type: "pane_read", read: readRecord(placed, question, text) };
  },
  print: ({ read }) => read.text,
});
