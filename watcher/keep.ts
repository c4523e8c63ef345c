import { stripMarker } from "../src/core/records.ts";
import { parseStatus } from "../src/core/status.ts";
import type { OptionChange, WatchedFields } from "../src/tmux/watched.ts";
import type { Agent, Memory, Source } from "./agent.ts";
import { NO_TIMING } from "./agent.ts";
import type { Evidence } from "./evidence.ts";

/** Every option of the pane that a watcher keeps its memory in, with what stands there; "" is unset. */
export type Kept = Readonly<Record<(typeof NAMES)[number], string>>;

const NAMES = [
  "@agent_kind",
  "@agent_pid",
  "@agent_state",
  "@agent_state_since",
  "@agent_rule",
  "@agent_source",
  "@agent_message",
  "@agent_app",
  "@agent_turn",
  "@agent_title",
  "@agent_progress",
  "@agent_records",
  "@agent_final_state",
] as const;

const SOURCES: readonly Source[] = ["screen", "title", "report", "exit"];

/** A memory as options. What the output told is kept with the agent it told of. */
export function keptOf({ agent, finalState }: Memory, evidence: Evidence): Kept {
  return {
    "@agent_kind": agent?.kind ?? "",
    "@agent_pid": agent === null ? "" : `${agent.pid} ${agent.start}`,
    "@agent_state": agent?.state ?? "",
    "@agent_state_since": agent === null ? "" : String(agent.sinceMs),
    "@agent_rule": agent?.rule ?? "",
    "@agent_source": agent?.source ?? "",
    "@agent_message": agent?.message ?? "",
    "@agent_app": agent?.app ?? "",
    "@agent_turn": agent === null ? "" : String(agent.turn),
    "@agent_title": agent === null ? "" : stripMarker(evidence.title),
    "@agent_progress": agent === null ? "" : evidence.progress,
    "@agent_records": agent === null ? "" : evidence.records.save(),
    "@agent_final_state": finalState,
  };
}

/** What stands in the pane's options. */
export const keptIn = (fields: WatchedFields): Kept => ({
  "@agent_kind": fields.kind,
  "@agent_pid": fields.agentPid,
  "@agent_state": fields.state,
  "@agent_state_since": fields.since,
  "@agent_rule": fields.rule,
  "@agent_source": fields.source,
  "@agent_message": fields.message,
  "@agent_app": fields.app,
  "@agent_turn": fields.turn,
  "@agent_title": fields.agentTitle,
  "@agent_progress": fields.progress,
  "@agent_records": fields.records,
  "@agent_final_state": fields.finalState,
});

/** The agent that the options tell of; null when they tell of none. */
function agentIn(kept: Kept): Agent | null {
  const [pid = "", ...start] = kept["@agent_pid"].split(" ");
  const state = parseStatus(kept["@agent_state"]);
  if (kept["@agent_kind"] === "" || state === null || !/^\d+$/.test(pid)) return null;
  return {
    kind: kept["@agent_kind"],
    pid: Number(pid),
    start: start.join(" "),
    state,
    sinceMs: Number(kept["@agent_state_since"]) || 0,
    rule: kept["@agent_rule"],
    source: SOURCES.find((source) => source === kept["@agent_source"]) ?? "",
    message: kept["@agent_message"],
    app: kept["@agent_app"],
    turn: Number(kept["@agent_turn"]) || 0,
  };
}

/** A watcher that is started again goes on from what its pane says. */
export const memoryIn = (kept: Kept): Memory => ({
  agent: agentIn(kept),
  timing: NO_TIMING,
  finalState: parseStatus(kept["@agent_final_state"]) ?? "",
});

/** What has to be written for the options to say `after` where they say `before`. */
export function changesBetween(before: Kept, after: Kept): OptionChange[] {
  const changed = NAMES.filter((name) => before[name] !== after[name]);
  const isWorthIt = changed.some((name) => name !== "@agent_title") || !isSameTitle(before, after);
  const changes = changed.map((name): OptionChange => [name, after[name]]);
  if (!isWorthIt) return [];
  return hasLeft(before, after) ? [...changes, ["@agent_name", ""]] : changes;
}

/** A name that somebody gave an agent ends with it (reference/herdr/agent-rules.md §7). */
const hasLeft = (before: Kept, after: Kept): boolean =>
  before["@agent_pid"] !== "" && before["@agent_pid"] !== after["@agent_pid"];

/** Titles that blink (codex: `[ ! ]` and `[ . ]`) or turn differ in their signs only: not worth a call by themselves. */
function isSameTitle(before: Kept, after: Kept): boolean {
  const words = (kept: Kept) => kept["@agent_title"].replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  return words(before) === words(after);
}
