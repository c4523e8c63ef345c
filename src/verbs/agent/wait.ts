import { Failure } from "../../core/failure.ts";
import { agentRecord, isAgent } from "../../core/records.ts";
import { STATUSES } from "../../core/status.ts";
import type { AgentStatus } from "../../core/status.ts";
import { findPane } from "../../core/world.ts";
import type { Pane, World } from "../../core/world.ts";
import type { Edges } from "../../edges.ts";
import { followChanges } from "../changes.ts";
import { AGENT_TARGET, namedAgent } from "../target.ts";
import { defineVerb } from "../verb.ts";

/** At rest, or in need of a person: what is waited for unless `--until` says otherwise (reference/herdr/cli.md §5). */
const AT_REST: readonly AgentStatus[] = ["idle", "done", "blocked"];

/** What can end a wait. */
const TOLD_BY = ["pane.agent_status_changed", "pane.closed", "pane.exited"] as const;

export default defineVerb({
  path: ["agent", "wait"],
  summary: "Wait until an agent is in a state",
  method: "agent.wait",
  result: "agent_info",
  args: {
    ...AGENT_TARGET,
    until: {
      kind: "choices",
      choices: STATUSES,
      doc: "the state to wait for, again for others (idle, done and blocked)",
    },
    timeoutMs: {
      kind: "number",
      flag: "--timeout",
      value: "MS",
      min: 0,
      doc: "give up after this",
    },
  },
  run: async (edges, args) => {
    const wanted = args.until.length > 0 ? args.until : AT_REST;
    const world = await edges.look();
    const placed = namedAgent(edges, world, args.target);
    const wait = { edges, target: args.target, wanted, timeoutMs: args.timeoutMs };
    const { world: now, pane } = await waitFor(wait, world, placed.pane);
    return { type: "agent_info", agent: agentRecord(now, pane, placed.workspaceId) };
  },
});

interface Wait {
  edges: Edges;
  target: string;
  wanted: readonly AgentStatus[];
  timeoutMs: number | null;
}

interface Seen {
  world: World;
  pane: Pane;
}

/** Looks until the agent is in a wanted state. Throws `timeout`, and `agent_not_running` when it has gone. */
async function waitFor(wait: Wait, world: World, first: Pane): Promise<Seen> {
  if (isWanted(wait, first)) return { world, pane: first };
  const { clock } = wait.edges;
  const endMs = wait.timeoutMs === null ? Infinity : clock.monotonicMs() + wait.timeoutMs;
  await using changes = await followChanges(wait.edges, TOLD_BY);
  for (;;) {
    const now = await wait.edges.look();
    const pane = stillRunning(wait.target, now, first);
    if (isWanted(wait, pane)) return { world: now, pane };
    const leftMs = endMs - clock.monotonicMs();
    if (leftMs <= 0 || wait.edges.gone?.aborted) throw timedOut(wait, pane);
    await changes.next(leftMs);
  }
}

const isWanted = ({ wanted }: Wait, pane: Pane): boolean =>
  wanted.includes(pane.agent?.status ?? "unknown");

function timedOut({ target, timeoutMs }: Wait, pane: Pane): Failure {
  const status = pane.agent?.status ?? "unknown";
  const time = timeoutMs === null ? "when its caller went" : `after ${timeoutMs} ms`;
  return new Failure("timeout", `agent ${target} was still ${status} ${time}`);
}

/** The pane while the agent that was named is still the one in it. */
function stillRunning(target: string, world: World, first: Pane): Pane {
  const pane = findPane(world, first.id);
  const pids = [pane?.agent?.pid ?? null, first.agent?.pid ?? null];
  const isOther = pids[0] !== pids[1] && !pids.includes(null);
  if (pane && isAgent(pane) && !isOther) return pane;
  throw new Failure(
    "agent_not_running",
    `agent ${target} is not running any more in pane ${first.id}`,
    { subject: "agent" },
  );
}
