import type { ProgramStatus } from "../src/core/status-records.ts";
import type { AgentStatus } from "../src/core/status.ts";
import type { Sighting } from "../src/detect/engine.ts";
import type { Source } from "./agent.ts";

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
  readonly message: string;
  readonly hold: Hold;
}

const RULE_OF_TITLE = /^osc_/;
const MESSAGE_LENGTH = 200;

/** What a look at the screen says; null when no rule matched. A weak sign of rest is a prompt box and no more. */
function ofScreen({ rule, state, strong }: Sighting): Verdict | null {
  if (rule === null) return null;
  const source = RULE_OF_TITLE.test(rule.region) ? "title" : "screen";
  return { state, source, rule: rule.id, message: "", hold: strong ? "none" : "confirm" };
}

/** What the agent says of itself. An errored turn has ended, so it is at rest (decision 9). */
function ofReport(program: ProgramStatus): Verdict {
  const state = program.state === "done" ? "idle" : program.state;
  const message = [...(program.msg ?? "")].slice(0, MESSAGE_LENGTH).join("");
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
export function verdictOf(
  program: ProgramStatus | null,
  sighting: Sighting | null,
): Verdict | null {
  const screen = sighting === null || sighting.skip ? null : ofScreen(sighting);
  if (program === null) return screen;
  const report = ofReport(program);
  if (report.state === "blocked") return report;
  if (screen?.state === "blocked" && screen.hold === "none") return screen;
  if (report.state === "working") return report;
  if (sighting === null || sighting.skip) return null;
  return screen?.state === "working" ? { ...report, hold: "dispute" } : report;
}
