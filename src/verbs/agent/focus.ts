import { agentRecord } from "../../core/records.ts";
import { focusOn } from "../focus.ts";
import { AGENT_TARGET, namedAgent, placeOf, samePane } from "../target.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["agent", "focus"],
  summary: "Go to an agent",
  grant: "admin",
  method: "agent.focus",
  result: "agent_info",
  args: AGENT_TARGET,
  run: async (edges, args) => {
    const seen = await edges.look();
    const placed = namedAgent(edges, seen, args.target);
    const world = await focusOn(edges, seen, placeOf(placed));
    const { pane, workspaceId } = samePane(world, placed);
    return { type: "agent_info", agent: agentRecord(world, pane, workspaceId) };
  },
});
