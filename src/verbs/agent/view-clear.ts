import { agentView, parseView } from "../../core/agent-view.ts";
import { requireFocusedWorkspace } from "../target.ts";
import { defineVerb } from "../verb.ts";

/** With a source, only a view of that source is taken off; the answer is what is active afterwards. */
export default defineVerb({
  path: ["agent", "view", "clear"],
  summary: "Show agents in their own order again",
  grant: "admin",
  method: "agent.view.clear",
  result: "agent_view",
  args: {
    source: { kind: "text", value: "ID", doc: "only when the view is this one's" },
  },
  run: async (edges, args) => {
    if (args.source !== null) agentView({ source: args.source });
    const seen = await edges.look();
    const isMeant = args.source === null ? "1" : `#{m:${args.source} *,#{@agent_wizard_view}}`;
    const clear = "set-option -su @agent_wizard_view";
    const { world } = await edges.change(seen, {
      target: requireFocusedWorkspace(seen).id,
      commands: [["if-shell", "-F", isMeant, clear]],
    });
    const view = parseView(world.server.view);
    if (view === null) return { type: "agent_view", active: false };
    const { source, label } = view;
    return { type: "agent_view", active: true, source, ...(label !== null && { label }) };
  },
});
