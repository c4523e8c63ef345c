import { foregroundJob } from "../core/job.ts";
import type { Process } from "../core/job.ts";
import { followLinks, readProcess, readProcessStat, readTree, variableOf } from "../system/proc.ts";
import { HINT_VARIABLES, identifyJob } from "./job.ts";
import type { Identity, JobFacts } from "./job.ts";
import { isPrompt } from "./name.ts";
import { innerLeader, isWrapper } from "./wrapper.ts";

/** What is in front in a pane. */
export interface PaneFront {
  /** The group that the pane's terminal listens to. */
  readonly group: number;
  /** Null when the group outlived it. */
  readonly leader: Process | null;
  /** The pane's own process is in that group: its shell, or the program it was opened for. */
  readonly isOwn: boolean;
  /** It is the pane's own shell, with nothing running in it. */
  readonly isAtPrompt: boolean;
  readonly identity: Identity | null;
}

const facts: JobFacts = {
  follow: followLinks,
  hint: (process) => variableOf(process.pid, HINT_VARIABLES),
};

/** Terminals in terminals are followed this deep. */
const DEPTH = 3;

/**
 * The agent in front of a pane whose first process is `panePid`: the leader of its foreground group first, then the
 * whole job, then the job on the inner terminal of a wrapper. Null when the pane's process has ended or has no
 * terminal.
 *
 * @param isShallow looks at the leader only: two files of /proc, while a whole job may have hundreds of processes
 */
export async function readFront(panePid: number, isShallow = false): Promise<PaneFront | null> {
  const own = await readProcess(panePid);
  if (own === null || own.foreground === 0) return null;
  const group = own.foreground;
  const isOwn = own.group === group;
  const found = group === panePid ? own : await readProcess(group);
  const leader = found?.group === group ? found : null;
  const isAtPrompt = isOwn && leader !== null && isPrompt(leader);
  const front = { group, leader, isOwn, isAtPrompt };
  const named = leader && (await identifyJob({ group, processes: [leader] }, facts));
  if (named !== null || isAtPrompt || isShallow) return { ...front, identity: named };
  return { ...front, identity: await identifyTree(await readTree(panePid), panePid) };
}

async function identifyTree(
  tree: readonly Process[],
  root: number,
  depth = DEPTH,
): Promise<Identity | null> {
  const job = foregroundJob(tree, root);
  if (job === null) return null;
  const found = await identifyJob(job, facts);
  const wrapper = job.processes.find(isWrapper);
  if (found !== null || wrapper === undefined || depth === 0) return found;
  const inner = innerLeader(tree, wrapper);
  return inner && identifyTree(tree, inner.pid, depth - 1);
}

/**
 * Whether the agent that was found is still the same process and still in front, on its own terminal and on the
 * pane's. Two files of /proc, no process started.
 */
export async function isStillInFront(panePid: number, front: PaneFront): Promise<boolean> {
  const found = front.identity?.process;
  if (found === undefined) return false;
  const [own, agent] = await Promise.all([readProcessStat(panePid), readProcessStat(found.pid)]);
  if (own?.foreground !== front.group || agent === null) return false;
  const isSame = agent.start === found.start && agent.comm === found.comm;
  return isSame && agent.foreground === agent.group;
}
