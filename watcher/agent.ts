import type { AgentStatus } from "../src/core/status.ts";

/** What told a state. */
export type Source = "screen" | "title" | "report" | "exit";

/** What is believed of the agent in the pane, as its options say it. A watcher started again goes on from here. */
export interface Agent {
  readonly kind: string;
  readonly pid: number;
  /** With the pid, tells its process from a later one of that pid. */
  readonly start: string;
  readonly state: AgentStatus;
  /** Unix ms of the last change of state. */
  readonly sinceMs: number;
  /** Id of the rule that told the state, or the report's record. */
  readonly rule: string;
  readonly source: Source | "";
  /** What is asked, or what is being done. */
  readonly message: string;
  /** The name it reports itself by. */
  readonly app: string;
  /** Counts the turns: moves with every start of work or of a wait from rest. */
  readonly turn: number;
}

/** Where the looks stand, in ms of a clock that never goes back: nobody else needs it, a new watcher starts without. */
export interface Timing {
  /** Until then a new agent is not read: it is still drawing itself. */
  readonly readFromMs: number;
  /** When a look that finds it at rest again makes that count, null while none has found it so. */
  readonly restDueMs: number | null;
  /** The first look that found another program in front, null without one. */
  readonly awayMs: number | null;
  /** Its end was told; it leaves with the next look. */
  readonly hasEnded: boolean;
}

/** All that a watcher remembers between two looks. */
export interface Memory {
  readonly agent: Agent | null;
  readonly timing: Timing;
  /** The state the last agent was let go with. */
  readonly finalState: AgentStatus | "";
}

export const NO_TIMING: Timing = {
  readFromMs: 0,
  restDueMs: null,
  awayMs: null,
  hasEnded: false,
};

export const NOTHING: Memory = { agent: null, timing: NO_TIMING, finalState: "" };
