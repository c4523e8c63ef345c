import { parsePaneId } from "../../core/ids.ts";
import { agentRecord } from "../../core/records.ts";
import { focusOnId } from "../focus-unseen.ts";
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
    const { target } = args;
    const world = await focusOnId(
      edges,
      parsePaneId(target),
      (seen) => placeOf(namedAgent(edges, seen, target)),
      [IS_AGENT],
    );
    const { pane, workspaceId } = namedAgent(edges, world, target);
    return { type: "agent_info", agent: agentRecord(world, pane, workspaceId) };
  },
});
