import { agentRecord, agentsInOrder } from "../../core/records.ts";
import type { Pane, World } from "../../core/world.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["agent", "list"],
  summary: "List agents and what they are doing",
  method: "agent.list",
  result: "agent_list",
  args: {
    view: { kind: "flag", doc: "those that the agent view shows, in its order" },
  },
  run: async (edges, args) => {
    const world = await edges.look();
    const agents = args.view ? await inView(world) : agentsInOrder(world);
    return { type: "agent_list", agents: agents.map((pane) => agentRecord(world, pane)) };
  },
});

/** Without a view, or with one that cannot be read, every agent. */
async function inView(world: World): Promise<Pane[]> {
  const { parseView } = await import("../../core/agent-view.ts");
  const { viewedAgents } = await import("../../core/viewed.ts");
  const view = parseView(world.server.view);
  return view ? viewedAgents(world, view) : agentsInOrder(world);
}
