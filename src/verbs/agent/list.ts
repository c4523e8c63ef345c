import { agentRecord, agentsInOrder } from "../../core/records.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["agent", "list"],
  summary: "List agents and what they are doing",
  method: "agent.list",
  result: "agent_list",
  args: {},
  run: async (edges) => {
    const world = await edges.look();
    return {
      type: "agent_list",
      agents: agentsInOrder(world).map((pane) => agentRecord(world, pane)),
    };
  },
});
