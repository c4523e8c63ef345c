import { Failure } from "../../core/failure.ts";
import { parsePaneId } from "../../core/ids.ts";
import type { PaneId } from "../../core/ids.ts";
import { requireAgentName } from "../../core/labels.ts";
import { queueAppend } from "../../core/queue.ts";
import { agentRecord, agentsInOrder } from "../../core/records.ts";
import { findPane } from "../../core/world.ts";
import type { Pane, World } from "../../core/world.ts";
import type { Edges } from "../../edges.ts";
import { ifThere } from "../../tmux/change.ts";
import type { UnseenChange } from "../../tmux/change.ts";
import type { Command } from "../../tmux/client.ts";
import { AGENT_TARGET, IS_AGENT, namedAgent, requirePane } from "../target.ts";
import type { PlacedPane } from "../target.ts";
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
    const id = parsePaneId(args.target);
    const unseen = await edges.changeUnseen(id && naming(id, name));
    const { world, placed } =
      "seen" in unseen
        ? await renamed(edges, unseen.seen, args.target, name)
        : { ...unseen.changed, placed: requirePane(unseen.changed.world, args.target) };
    return { type: "agent_info", agent: agentRecord(world, placed.pane, placed.workspaceId) };
  },
});

interface Renamed {
  world: World;
  placed: PlacedPane;
}

/** For an agent by its pane's id, and a name that no other pane bears. */
const naming = (id: PaneId, name: string | null): UnseenChange => ({
  target: id,
  only: [IS_AGENT, ...(name === null ? [] : [isFree(name, [id]).format])],
  commands: nameCommands(id, name),
  reads: "tab",
});

async function renamed(
  edges: Edges,
  seen: World,
  text: string,
  name: string | null,
): Promise<Renamed> {
  const placed = namedAgent(edges, seen, text);
  const { id } = placed.pane;
  const left = name === null ? [] : await leftWith(seen, name, placed.pane);
  const { world } = await edges.change(seen, {
    target: id,
    ...(name !== null && { when: isFree(name, [id, ...left]) }),
    commands: [
      ...left.map((other) => ifThere(other, [setName(other, null)])),
      ...nameCommands(id, name),
    ],
    reads: "tab",
  });
  return { world, placed: { ...placed, pane: findPane(world, id) ?? placed.pane } };
}

const nameCommands = (id: PaneId, name: string | null): Command[] => [
  setName(id, name),
  queueAppend("updated", id),
];

/**
 * Other panes that still bear the name although their own shell is at its prompt: with no watcher nothing takes the name
 * off an agent that has gone (spec, "agent start").
 */
async function leftWith(world: World, name: string, pane: Pane): Promise<PaneId[]> {
  const others = agentsInOrder(world).filter((one) => one !== pane && one.agent?.name === name);
  if (others.length === 0) return [];
  const { readFront } = await import("../../identify/pane.ts");
  const fronts = await Promise.all(others.map((other) => readFront(other.pid, true)));
  return others.filter((_, at) => fronts[at]?.isAtPrompt).map(({ id }) => id);
}

const setName = (paneId: PaneId, name: string | null): Command =>
  name === null
    ? ["set-option", "-p", "-u", "-t", paneId, "@agent_name"]
    : ["set-option", "-p", "-t", paneId, "@agent_name", name];

/** Counts one `x` for every pane with that name that is none of these. */
function isFree(name: string, except: readonly PaneId[]) {
  const isNamed = `#{==:#{@agent_name},${name}}`;
  const isOther = `#{==:#{m:*<#{pane_id}>*,${except.map((id) => `<${id}>`).join("")}},0}`;
  return {
    format: `#{==:#{S:#{W:#{P:#{?#{&&:${isNamed},${isOther}},x,}}}},}`,
    otherwise: new Failure(
      "invalid_argument",
      `another agent is named ${name}; agent list shows it, agent rename frees the name`,
      { subject: "taken name" },
    ),
  };
}
