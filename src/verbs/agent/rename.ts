import { Failure } from "../../core/failure.ts";
import type { PaneId } from "../../core/ids.ts";
import { requireAgentName } from "../../core/labels.ts";
import { queueAppend } from "../../core/queue.ts";
import { agentRecord } from "../../core/records.ts";
import { AGENT_TARGET, requireAgent } from "../target.ts";
import { defineVerb } from "../verb.ts";

/** A name is one agent's only, on the whole server; tmux itself looks, in the call that gives it. */
export default defineVerb({
  path: ["agent", "rename"],
  summary: "Give an agent a name of your own, or take it off",
  grant: "admin",
  method: "agent.rename",
  result: "agent_info",
  args: {
    ...AGENT_TARGET,
    name: { kind: "word", value: "NAME", doc: "a-z, 0-9, _ and -, a letter first, 32 at most" },
    clear: { kind: "flag", doc: "take the name off" },
  },
  rules: [{ exactlyOne: ["name", "clear"] }],
  run: async (edges, args) => {
    const name = args.name === null ? null : requireAgentName(args.name);
    const seen = await edges.look();
    const { pane, workspaceId } = requireAgent(seen, args.target);
    const { world } = await edges.change(seen, {
      target: pane.id,
      ...(name !== null && { when: isFree(name, pane.id) }),
      commands: [setName(pane.id, name), queueAppend("updated", pane.id)],
    });
    return {
      type: "agent_info",
      agent: agentRecord(world, requireAgent(world, pane.id).pane, workspaceId),
    };
  },
});

const setName = (paneId: PaneId, name: string | null): string[] =>
  name === null
    ? ["set-option", "-p", "-u", "-t", paneId, "@agent_name"]
    : ["set-option", "-p", "-t", paneId, "@agent_name", name];

/** One `x` for every other pane with that name. */
const isFree = (name: string, paneId: PaneId) => ({
  format: `#{==:#{S:#{W:#{P:#{?#{&&:#{==:#{@agent_name},${name}},#{!=:#{pane_id},${paneId}}},x,}}}},}`,
  otherwise: new Failure(
    "invalid_argument",
    `another agent is named ${name}; agent list shows it, agent rename frees the name`,
    { subject: "taken name" },
  ),
});
