import { agentRecord } from "../../core/records.ts";
import { findPane } from "../../core/world.ts";
import { focusOn } from "../focus.ts";
import { AGENT_TARGET, namedAgent } from "../target.ts";
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
    const { pane, workspaceId } = namedAgent(edges, seen, args.target);
    const place = { workspaceId, tabId: pane.tabId, paneId: pane.id };
    const world = await focusOn(edges, seen, place);
    return {
      type: "agent_info",
      agent: agentRecord(world, findPane(world, pane.id) ?? pane, workspaceId),
    };
  },
});
