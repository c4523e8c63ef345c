import type { FeedAgent, FeedState } from "../remote/feed/protocol.ts";
import { STATUSES } from "../src/core/status.ts";
import { waiting } from "./rows.ts";
import { inert } from "./text.ts";
import { countStatuses, STATE_WORDS } from "./view/marks.ts";
import { agentKind, agentName, agentText, worldOf } from "./world.ts";

/** The list in sentences, for screen readers, pipes and dumb terminals (cockpit.md §7): no escapes, needs you first. */

const MINUTE_MS = 60_000;

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** An age in words: `4 minutes`, `1 hour`, `2 days`; `just now` under a minute. */
export function ageSentence(ageMs: number): string {
  const minutes = Math.floor(ageMs / MINUTE_MS);
  if (minutes < 1) return "just now";
  if (minutes < 60) return plural(minutes, "minute");
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? plural(hours, "hour") : plural(Math.floor(hours / 24), "day");
}

function summary(state: FeedState): string {
  if (state.agents.length === 0)
    return "no agents: start one in any pane of this tmux server, and it shows up here";
  const counts = countStatuses(state.agents.map(({ agent_status }) => agent_status));
  const parts = [
    `${counts.blocked} ${counts.blocked === 1 ? "needs" : "need"} you`,
    `${counts.done} done`,
    `${counts.working} working`,
    `${counts.idle} idle`,
  ];
  if (counts.unknown > 0) parts.push(`${counts.unknown} unknown`);
  return parts.join(", ");
}

/** `needs you, 4 minutes: claude server in api, pane %16. Asks: Bash: npm publish --access public`. */
function agentSentence(agent: FeedAgent, state: FeedState): string {
  const world = worldOf(state);
  const pane = world.panes.get(agent.pane_id);
  const space = world.spaces.get(agent.workspace_id)?.name ?? "";
  const status = agent.watched ? STATE_WORDS[agent.agent_status] : "not watched";
  const age =
    agent.since_unix_ms > 0
      ? `, ${ageSentence(Math.max(0, state.now_unix_ms - agent.since_unix_ms))}`
      : "";
  const name = `${agentKind(agent)} ${agentName(agent, pane)}`.trim();
  const where = `${space === "" ? "" : ` in ${space}`}, pane ${inert(pane?.tmux_id || agent.pane_id)}`;
  const text = agentText(agent);
  const asks = agent.agent_status === "blocked" && agent.watched ? "Asks: " : "";
  return `${status}${age}: ${name}${where}${text === "" ? "" : `. ${asks}${text}`}`;
}

/** Who needs you and who is done by their wait, then the rest in rank order. */
function inOrder(state: FeedState): FeedAgent[] {
  const rest = STATUSES.filter((status) => status !== "blocked" && status !== "done");
  return [
    ...waiting(state),
    ...rest.flatMap((status) => state.agents.filter((agent) => agent.agent_status === status)),
  ];
}

/** The whole list, one sentence a line, and at its end the commands to type. */
export function plainLines(state: FeedState): string[] {
  const agents = inOrder(state);
  const [first] = agents;
  const commands =
    first === undefined
      ? "why a state: taw agent explain PANE"
      : `go: taw app --go ${targetOf(first, state)}   why: taw agent explain ${targetOf(first, state)}`;
  return [summary(state), ...agents.map((agent) => agentSentence(agent, state)), commands];
}

function targetOf(agent: FeedAgent, state: FeedState): string {
  return inert(worldOf(state).panes.get(agent.pane_id)?.tmux_id || agent.pane_id);
}

/** What became different between two states, a sentence for each agent that changed, came or went. */
export function changeLines(before: FeedState, after: FeedState): string[] {
  const known = worldOf(before).agents;
  const there = worldOf(after).agents;
  const changed = inOrder(after).filter((agent) => {
    const was = known.get(agent.pane_id);
    return was === undefined || was.agent_status !== agent.agent_status;
  });
  const gone = before.agents.filter(({ pane_id }) => !there.has(pane_id));
  return [
    ...changed.map((agent) => agentSentence(agent, after)),
    ...gone.map((agent) => {
      const name = agentName(agent, worldOf(before).panes.get(agent.pane_id));
      return `ended: ${agentKind(agent)} ${name}, pane ${targetOf(agent, before)}`;
    }),
  ];
}
