import type { ProgramStatus } from "../src/core/status-records.ts";
import type { AgentStatus } from "../src/core/status.ts";
import type { Source } from "./agent.ts";
import type { Sight } from "./rules.ts";

/**
 * What must happen before a rest counts for an agent that was at work: nothing, a second look that agrees, or a while
 * in which its own word stands against a screen that still shows work.
 */
export type Hold = "none" | "confirm" | "dispute";

/** A state with what told it. */
export interface Verdict {
  readonly state: Exclude<AgentStatus, "done">;
  readonly source: Source;
  readonly rule: string;
  /** What is asked or was said last; null where nothing told it, so that what was known of the state stays. */
  readonly message: string | null;
  readonly hold: Hold;
}

const RULE_OF_TITLE = /^osc_/;
const MESSAGE_LENGTH = 200;

/** What a look at the screen says; null when no rule matched. A weak sign of rest is a prompt box and no more. */
function ofScreen({ rule, state, strong, gist }: Sight): Verdict | null {
  if (rule === null) return null;
  const source = RULE_OF_TITLE.test(rule.region) ? "title" : "screen";
  return { state, source, rule: rule.id, message: gist, hold: strong ? "none" : "confirm" };
}

/** The agent's own words for what it does or asks, as they are kept; "" without any. */
export const wordsOf = ({ msg }: ProgramStatus): string =>
  [...(msg ?? "")].slice(0, MESSAGE_LENGTH).join("");

/**
 * What the agent says of itself. An errored turn has ended, so it is at rest (decision 9). Without words of its own,
 * those of a screen that shows the same state are taken.
 */
function ofReport(program: ProgramStatus, screen: Verdict | null): Verdict {
  const state = program.state === "done" ? "idle" : program.state;
  const shown = screen?.state === state ? screen.message : null;
  const message = wordsOf(program) || (state === "working" ? "" : shown);
  const rule = program.kind ?? (program.failed ? "error" : program.state);
  return { state, source: "report", rule, message, hold: "none" };
}

/**
 * What a look comes to (decision 20). The agent's own word of work or of a wait counts at once, except against a
 * blocker whose control stands on the screen. Its word of rest waits for a look at the screen, and for a while longer
 * when that one shows work: the last frame may not be drawn yet. Null: nothing is known, the state stays.
 *
 * @param sighting null when the screen was not read
 */
export function verdictOf(program: ProgramStatus | null, sighting: Sight | null): Verdict | null {
  const screen = sighting === null || sighting.skip ? null : ofScreen(sighting);
  if (program === null) return screen;
  const report = ofReport(program, screen);
  if (report.state === "blocked") return report;
  if (screen?.state === "blocked" && screen.hold === "none") return screen;
  if (report.state === "working") return report;
  if (sighting === null || sighting.skip) return null;
  return screen?.state === "working" ? { ...report, hold: "dispute" } : report;
}
