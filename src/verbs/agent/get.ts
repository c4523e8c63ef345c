import { agentRecord } from "../../core/records.ts";
import { readWorld } from "../../tmux/read.ts";
import { AGENT_TARGET, requireAgent } from "../target.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["agent", "get"],
  summary: "Show one agent",
  method: "agent.get",
  result: "agent_info",
  args: AGENT_TARGET,
  run: async (edges, args) => {
    const world = await readWorld(edges.tmux);
    const { pane, workspaceId } = requireAgent(world, args.target);
    return { type: "agent_info", agent: agentRecord(world, pane, workspaceId) };
  },
});
