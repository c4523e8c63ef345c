import type { CallerTrace } from "../core/grants.ts";
import type { Clock } from "./clock.ts";
import { ageOf, readAncestors, variablesOf } from "./proc.ts";

/** The process that a call comes from. */
export interface CallerProcess {
  readonly pid: number;
  /** On the monotonic clock, when it was known to have that pid: a younger process is another one. */
  readonly seenMs: number;
}

/** A process that cannot be looked at, because it has ended or is not ours to see. */
const UNREADABLE: CallerTrace = {
  line: [],
  isWhole: false,
  terminal: "",
  tmux: null,
  tmuxPane: null,
};

/** Linux counts starts in hundredths of a second. */
const START_SLACK_MS = 20;

/**
 * What tells where a process stands: its ancestors up to the tmux server, its terminal, its variables. A line that a
 * process left while it was read is read once more.
 */
export async function traceCaller(
  caller: CallerProcess,
  serverPid: number,
  clock: Clock,
): Promise<CallerTrace> {
  const first = await readAncestors(caller.pid, serverPid);
  const { line, isWhole } = first.isWhole ? first : await readAncestors(caller.pid, serverPid);
  const [process] = line;
  const variables = await variablesOf(caller.pid);
  if (!process) return UNREADABLE;
  // Before the age is read: what a busy machine takes for that must not make the process look younger.
  const knownMs = clock.monotonicMs() - caller.seenMs;
  const ageMs = (await ageOf(process)) ?? clock.nowMs() - Date.parse(process.start);
  if (ageMs + START_SLACK_MS < knownMs) return UNREADABLE;
  const servers = await variablesOf(serverPid);
  const given = (name: string): string | null => {
    const value = variables?.get(name) ?? "";
    return value === "" || value === servers?.get(name) ? null : value;
  };
  return {
    line: line.map(({ pid }) => pid),
    isWhole: isWhole && variables !== null,
    terminal: process.terminal,
    tmux: given("TMUX"),
    tmuxPane: given("TMUX_PANE"),
  };
}
