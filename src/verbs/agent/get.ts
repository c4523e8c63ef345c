import { agentRecord } from "../../core/records.ts";
import { AGENT_TARGET, namedAgent } from "../target.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["agent", "get"],
  summary: "Show one agent",
  method: "agent.get",
  result: "agent_info",
  args: AGENT_TARGET,
  run: async (edges, args) => {
    const world = await edges.look();
    const { pane, workspaceId } = namedAgent(edges, world, args.target);
    return { type: "agent_info", agent: agentRecord(world, pane, workspaceId) };
  },
});
