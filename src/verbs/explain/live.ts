import { Failure } from "../../core/failure.ts";
import { publicPaneId } from "../../core/ids.ts";
import type { ProgramStatus } from "../../core/status-records.ts";
import { StatusRecords } from "../../core/status-records.ts";
import type { Reading, World } from "../../core/world.ts";
import { explain } from "../../detect/explain.ts";
import type { Explanation } from "../../detect/explain.ts";
import { DETECTED_KINDS } from "../../detect/catalogue.ts";
import { gistOf } from "../../detect/gist.ts";
import type { Edges } from "../../edges.ts";
import { readFront } from "../../identify/pane.ts";
import type { PaneFront } from "../../identify/pane.ts";
import { watchersOf } from "../../loader/watchers.ts";
import type { WatchState } from "../../core/watchers.ts";
import { configFolderOf } from "../../system/env.ts";
import { readWatched } from "../../tmux/watched.ts";
import type { WatchedPane } from "../../tmux/watched.ts";
import { manifestOf } from "../manifests.ts";
import type { PlacedPane } from "../target.ts";

/** Everything that a pane's state rests on, from the process to what the watcher wrote. */
export interface Chain {
  pane_id: string;
  tmux_id: string;
  /** What stands in front; null when the pane's process has ended. */
  process: { pid: number; name: string; kind: string | null; known_by: string | null } | null;
  title: string;
  progress: string;
  /** What the program says of itself; null when it says nothing. */
  report: ProgramStatus | null;
  watcher: WatchState;
  /** What the watcher wrote on the pane, and which evidence told it; null when it knows no agent there. */
  written: {
    status: string;
    source: string | null;
    rule: string | null;
    since_unix_ms: number | null;
    message: string | null;
  } | null;
}

export interface Explained {
  kind: string;
  chain: Chain;
  /** Null for a kind whose screen no rule reads. */
  explanation: Explanation | null;
  /** What the screen tells in one line; "" when nothing. */
  gist: string;
}

/**
 * @throws Failure `agent_explain_unavailable` for a pane in which no agent is known, `not_found` when it has gone
 */
export async function explainPane(
  edges: Edges,
  world: World,
  placed: PlacedPane,
): Promise<Explained> {
  const { pane } = placed;
  const [seen, front, watched] = await Promise.all([
    readWatched(edges.tmux, pane.id, true),
    readFront(pane.pid),
    watchersOf(world, [pane], edges.clock.nowMs() / 1000),
  ]);
  if (seen === null) {
    throw new Failure("not_found", `pane ${pane.id} has gone`, { subject: "pane" });
  }
  const report = StatusRecords.restore(seen.fields.records).fold();
  const kind = front?.identity?.kind ?? pane.agent?.kind ?? report?.app ?? null;
  if (!kind) throw unavailable(placed, front);
  const chain = chainOf(placed, seen, front, report, watched[0]?.state ?? "none");
  const explanation = await explanationOf(edges, kind, seen);
  const gist = explanation ? gistOf(kind, explanation.state, seen.screen ?? "") : "";
  return { kind, chain, explanation, gist };
}

function unavailable({ pane, workspaceId }: PlacedPane, front: PaneFront | null): Failure {
  const runs = front?.leader
    ? `runs ${front.leader.comm}, which is no agent that taw knows`
    : "has no program in front";
  return new Failure(
    "agent_explain_unavailable",
    `pane ${publicPaneId(workspaceId, pane.id)} ${runs}: agent list shows the panes with one`,
  );
}

function chainOf(
  { pane, workspaceId }: PlacedPane,
  { fields }: WatchedPane,
  front: PaneFront | null,
  report: ProgramStatus | null,
  watcher: WatchState,
): Chain {
  const process = front?.identity?.process ?? front?.leader ?? null;
  return {
    pane_id: publicPaneId(workspaceId, pane.id),
    tmux_id: pane.id,
    process: process && {
      pid: process.pid,
      name: process.comm,
      kind: front?.identity?.kind ?? null,
      known_by: front?.identity?.how ?? null,
    },
    title: fields.title,
    progress: fields.progress,
    report,
    watcher,
    written: pane.agent && writtenBy(pane.agent),
  };
}

const writtenBy = (agent: Reading): Chain["written"] => ({
  status: agent.status,
  source: agent.source,
  rule: agent.rule,
  since_unix_ms: agent.sinceMs,
  message: agent.message,
});

async function explanationOf(
  edges: Edges,
  kind: string,
  { fields, screen }: WatchedPane,
): Promise<Explanation | null> {
  if (!DETECTED_KINDS.includes(kind)) return null;
  const { active, warning } = await manifestOf(configFolderOf(fields, edges.environment), kind);
  const evidence = { screen: screen ?? "", title: fields.title, progress: fields.progress };
  return explain(active.manifest, evidence, { ...active.provenance, warning });
}
