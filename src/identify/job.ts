import { kindByName } from "../agents/index.ts";
import type { KindName } from "../agents/index.ts";
import { leaderOf } from "../core/job.ts";
import type { Job, Process } from "../core/job.ts";
import type { FollowLinks, Naming } from "./name.ts";
import { isPrompt, nameProcess } from "./name.ts";

/** The variables with which a wrapper says what runs inside it, ours first. */
export const HINT_VARIABLES = ["TAW_AGENT", "HERDR_AGENT"] as const;

export interface Identity {
  readonly kind: KindName;
  readonly process: Process;
  readonly how: Naming | "hint";
}

/** What identification asks the system about a process of the job. */
export interface JobFacts {
  readonly follow: FollowLinks;
  /** The value of the first hint variable in its environment, null without one. */
  readonly hint: (process: Process) => Promise<string | null>;
}

/**
 * Which agent a foreground job is, in the order of evidence of process-identification.md §2: the leader's hint, the
 * leader, another member's hint, the member best named: by its script or arguments before by its bare name, the lower
 * pid of equals. Null when nothing names one.
 */
export async function identifyJob(job: Job, facts: JobFacts): Promise<Identity | null> {
  const leader = leaderOf(job);
  if (leader !== null) {
    const found = (await byHint(leader, facts)) ?? byName(leader, facts);
    if (found !== null) return found;
  }
  const members = job.processes.filter((process) => process !== leader);
  for (const member of members) {
    const hinted = await byHint(member, facts);
    if (hinted !== null) return hinted;
  }
  const found = members.flatMap((member) => byName(member, facts) ?? []);
  return found.find(({ how }) => how !== "name") ?? found[0] ?? null;
}

function byName(process: Process, { follow }: JobFacts): Identity | null {
  const named = nameProcess(process, follow);
  return named && { kind: named.kind.kind, process, how: named.by };
}

/** A hint in a shell's own environment is meant for what the shell starts, so a prompt is not taken for an agent. */
async function byHint(process: Process, facts: JobFacts): Promise<Identity | null> {
  if (isPrompt(process)) return null;
  const hint = await facts.hint(process);
  const kind = hint === null ? null : kindByName(hint.trim());
  return kind && { kind: kind.kind, process, how: "hint" };
}
