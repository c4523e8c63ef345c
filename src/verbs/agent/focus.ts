import { parsePaneId } from "../../core/ids.ts";
import { agentRecord } from "../../core/records.ts";
import type { World } from "../../core/world.ts";
import type { Edges } from "../../edges.ts";
import { focusOn, focusUnseen } from "../focus.ts";
import { AGENT_TARGET, IS_AGENT, namedAgent, placeOf } from "../target.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["agent", "focus"],
  summary: "Go to an agent",
  grant: "admin",
  method: "agent.focus",
  result: "agent_info",
  args: AGENT_TARGET,
  run: async (edges, args) => {
    const id = parsePaneId(args.target);
    const world =
      (id && (await focusUnseen(edges, id, [IS_AGENT]))) ??
      (await focusOnAgent(edges, args.target));
    const { pane, workspaceId } = namedAgent(edges, world, args.target);
    return { type: "agent_info", agent: agentRecord(world, pane, workspaceId) };
  },
});

async function focusOnAgent(edges: Edges, text: string): Promise<World> {
  const seen = await edges.look();
  return focusOn(edges, seen, placeOf(namedAgent(edges, seen, text)));
}
