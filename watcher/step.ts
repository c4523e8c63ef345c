import type { ProgramStatus } from "../src/core/status-records.ts";
import type { AgentStatus } from "../src/core/status.ts";
import type { Agent, Memory, Timing } from "./agent.ts";
import { NO_TIMING } from "./agent.ts";
import type { Sight } from "./rules.ts";
import type { Verdict } from "./verdict.ts";
import { verdictOf } from "./verdict.ts";

/** What stands in front in the pane. `prompt` is the pane's own shell, `gone` a pane whose process has ended. */
export type Front =
  | {
      readonly is: "agent";
      readonly kind: string;
      readonly pid: number;
      readonly start: string;
      /** How long its process runs; null where the system does not tell. */
      readonly ageMs: number | null;
    }
  | { readonly is: "prompt" | "other" | "gone" };

/** One look. */
export interface Seen {
  /** A clock that never goes back; every timer runs by it. */
  readonly nowMs: number;
  /** The same moment in unix ms, for people. */
  readonly unixMs: number;
  readonly front: Front;
  /** What the program in front says of itself; null when it says nothing. */
  readonly program: ProgramStatus | null;
  /** What the screen shows; null when it was not read. */
  readonly sighting: Sight | null;
  /** A person has the pane before their eyes. */
  readonly isLookedAt: boolean;
}

export interface Step {
  readonly next: Memory;
  /** When to look again even if nothing is printed until then (`Seen.nowMs`'s clock); null without need. */
  readonly againMs: number | null;
}

/** The timers of the status machine, in ms; tests shrink them by one scale (decision 30). */
export interface Timers {
  /** A new agent is not read for this long (status-machine.md §2). */
  readonly grace: number;
  /** A weak sign of rest counts when a second look this much later agrees (sampling.md §1). */
  readonly confirm: number;
  /** A report of rest is believed after this long against a screen that shows work. */
  readonly dispute: number;
  /** Another program in front takes the agent's place after this long. */
  readonly away: number;
}

export const TIMERS: Timers = { grace: 3000, confirm: 150, dispute: 700, away: 3000 };

/**
 * What follows from a look, given what was known: the whole status machine, without clock or effects
 * (reference/agents/status-machine.md §2, §4; decisions 18–20).
 */
export function step(before: Memory, seen: Seen, timers: Timers = TIMERS): Step {
  const { agent } = before;
  if (agent === null) return arrival(before, seen, timers);
  if (before.timing.hasEnded) return departure(agent, seen);
  if (isSame(agent, seen.front)) return look(before, agent, seen, timers);
  if (seen.front.is === "other") return away(before, agent, seen, timers);
  return ending(before, agent, seen);
}

const quiet = (next: Memory): Step => ({ next, againMs: null });

const isSame = (agent: Agent, front: Front): boolean =>
  front.is === "agent" &&
  front.kind === agent.kind &&
  front.pid === agent.pid &&
  front.start === agent.start;

const withTiming = (memory: Memory, timing: Partial<Timing>): Memory => ({
  ...memory,
  timing: { ...memory.timing, ...timing },
});

/** A new agent is visible at once, unknown until the grace is over; one that runs longer than that is read now. */
function arrival(before: Memory, seen: Seen, timers: Timers): Step {
  if (seen.front.is !== "agent") return quiet(before);
  const { kind, pid, start, ageMs } = seen.front;
  const agent: Agent = {
    kind,
    pid,
    start,
    state: "unknown",
    sinceMs: seen.unixMs,
    rule: "",
    source: "",
    message: "",
    app: "",
    turn: 0,
  };
  const readFromMs = seen.nowMs + Math.max(0, timers.grace - (ageMs ?? 0));
  const timing = { ...NO_TIMING, readFromMs };
  return look({ agent, timing, finalState: "" }, agent, seen, timers);
}

/** A program that is no agent stands in front: perhaps the agent's own editor, so the agent stays for a while. */
function away(before: Memory, agent: Agent, seen: Seen, timers: Timers): Step {
  const awayMs = before.timing.awayMs ?? seen.nowMs;
  if (seen.nowMs - awayMs >= timers.away) return ending(before, agent, seen);
  return { next: withTiming(before, { awayMs }), againMs: awayMs + timers.away };
}

/** The agent's process has left the front: an open turn ends first, then, a look later, the agent leaves. */
function ending(before: Memory, agent: Agent, seen: Seen): Step {
  if (!isAtWork(agent.state)) return departure(agent, seen);
  const exit: Verdict = { state: "idle", source: "exit", rule: "", message: "", hold: "none" };
  const ended = withTiming(become(before, agent, seen, exit), { hasEnded: true });
  return { next: ended, againMs: seen.nowMs };
}

/** The pane is nobody's until the next look, which is made at once when another agent stands there already. */
function departure(agent: Agent, seen: Seen): Step {
  const next: Memory = { agent: null, timing: NO_TIMING, finalState: agent.state };
  return { next, againMs: seen.front.is === "agent" ? seen.nowMs : null };
}

const isAtWork = (state: AgentStatus): boolean => state === "working" || state === "blocked";

/** The agent is in front: what it says of itself, and what its screen shows once it has had time to draw. */
function look(before: Memory, agent: Agent, seen: Seen, timers: Timers): Step {
  const memory = before.timing.awayMs === null ? before : withTiming(before, { awayMs: null });
  const isReadable = seen.nowMs >= memory.timing.readFromMs;
  const sighting = isReadable ? seen.sighting : null;
  const program = agrees(agent, seen.program) ? seen.program : null;
  const next = decide(withApp(memory, agent, program), { ...seen, sighting, program }, timers);
  const { readFromMs, restDueMs } = next.timing;
  return { next, againMs: isReadable ? restDueMs : readFromMs };
}

/** A report that bears another agent's name is not this one's. */
const agrees = (agent: Agent, program: ProgramStatus | null): boolean =>
  program !== null && (program.app === null || program.app === agent.kind);

const withApp = (memory: Memory, agent: Agent, program: ProgramStatus | null): Memory =>
  program?.app ? { ...memory, agent: { ...agent, app: program.app } } : { ...memory, agent };

function decide(memory: Memory, seen: Seen, timers: Timers): Memory {
  const { agent, timing } = memory;
  if (agent === null) return memory;
  const verdict = verdictOf(seen.program, seen.sighting);
  const settled = seen.sighting === null ? memory : withTiming(memory, { restDueMs: null });
  if (verdict === null) return looked(settled, agent, seen);
  const isHeld = verdict.state === "idle" && verdict.hold !== "none" && isAtWork(agent.state);
  if (!isHeld) return become(withTiming(settled, { restDueMs: null }), agent, seen, verdict);
  const dueMs = timing.restDueMs ?? seen.nowMs + holdOf(verdict, timers);
  if (seen.nowMs < dueMs) return withTiming(settled, { restDueMs: dueMs });
  return become(settled, agent, seen, verdict);
}

const holdOf = (verdict: Verdict, timers: Timers): number =>
  verdict.hold === "dispute" ? timers.dispute : timers.confirm;

/** What was done is idle once somebody has looked. */
function looked(memory: Memory, agent: Agent, seen: Seen): Memory {
  if (agent.state !== "done" || !seen.isLookedAt) return memory;
  return change(memory, { ...agent, state: "idle" }, seen);
}

/** The agent with a new verdict. Rest after work is done until somebody looks; a rest found before any work is idle. */
function become(memory: Memory, agent: Agent, seen: Seen, verdict: Verdict): Memory {
  const state = stateAfter(agent.state, verdict.state, seen.isLookedAt);
  const { rule, source } = verdict;
  if (state !== agent.state) {
    const begins = isAtWork(state) && !isAtWork(agent.state);
    const turn = agent.turn + (begins ? 1 : 0);
    const message = verdict.message ?? "";
    return change(memory, { ...agent, state, rule, source, message, turn }, seen);
  }
  const message = verdict.message ?? agent.message;
  if (message === agent.message && state !== "blocked") return memory;
  return { ...memory, agent: { ...agent, rule, source, message } };
}

const change = (memory: Memory, agent: Agent, seen: Seen): Memory => ({
  ...memory,
  agent: { ...agent, sinceMs: seen.unixMs },
});

function stateAfter(before: AgentStatus, told: Verdict["state"], isLookedAt: boolean): AgentStatus {
  if (told !== "idle") return told;
  if (isAtWork(before) || before === "done") return isLookedAt ? "idle" : "done";
  return "idle";
}
