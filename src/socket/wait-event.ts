import { envelopeOf } from "../core/events.ts";
import type { Event, EventName } from "../core/events.ts";
import { Failure } from "../core/failure.ts";
import { isParams } from "../core/schema.ts";
import type { Checked, Params } from "../core/schema.ts";
import { parseStatus } from "../core/status.ts";
import type { AgentStatus } from "../core/status.ts";
import { STATUS_EVENTS, StatusFollow } from "../core/subscriptions.ts";
import type { StatusData } from "../core/subscriptions.ts";
import type { Answer } from "../verbs/verb.ts";
import { missing, shown } from "../verbs/named.ts";
import { namedPane } from "../verbs/target.ts";
import type { OwnMethod } from "./call.ts";

/** Longer than a timer of the system can be set for is for ever. */
const LONGEST_MS = 2 ** 31 - 1;

/** How a wait ends: with the status, with the pane, in time, or with its caller. */
type Ended = { found: StatusData } | "pane gone" | "late" | "lost" | "caller gone";

/**
 * `events.wait`: a pane's agent status alone is waited for, as in herdr; one that it has already is an answer at once
 * (reference/herdr/socket.md §5).
 *
 * @throws Failure `unsupported_event_wait_match`, `not_found` also when the pane goes, `timeout`, `events_lost`
 */
export const waitEvent: OwnMethod = async (params, { connection, edgesFor, hub }) => {
  const { paneId, status } = wishOf(params["match_event"]);
  const edges = edgesFor("read");
  const { pane } = namedPane(edges, await edges.look(), paneId);
  const follow = new StatusFollow(pane.id, status);
  const { promise, resolve } = Promise.withResolvers<Ended>();
  const take = ([found]: readonly StatusData[]): void => void (found && resolve({ found }));
  const hear = (events: readonly Event[]) => {
    for (const event of events) {
      take(follow.hear(event));
      if (isEnd(event) && event.about.pane === pane.id) resolve("pane gone");
    }
  };
  const names: readonly EventName[] = [...STATUS_EVENTS, "pane.closed", "pane.exited"];
  const leave = await hub.add({ names, hear, lose: () => resolve("lost") });
  connection.gone.addEventListener("abort", () => resolve("caller gone"));
  if (connection.isOver) resolve("caller gone");
  let timer: Timer | undefined;
  try {
    const world = await edges.look();
    namedPane(edges, world, paneId);
    take(follow.begin(world));
    timer = timerOf(params, () => resolve("late"));
    return answerOf(await promise, paneId, status);
  } finally {
    clearTimeout(timer);
    leave();
  }
};

function wishOf(match: Checked | undefined): { paneId: string; status: AgentStatus } {
  const wish: Params = isParams(match) ? match : {};
  const status = parseStatus(String(wish["agent_status"]));
  if (wish["event"] === "pane_agent_status_changed" && status !== null) {
    return { paneId: String(wish["pane_id"]), status };
  }
  throw new Failure(
    "unsupported_event_wait_match",
    `events.wait waits for pane_agent_status_changed alone, not for ${shown(String(wish["event"]))}; events.subscribe tells of the others`,
  );
}

const isEnd = ({ name }: Event): boolean => name === "pane.closed" || name === "pane.exited";

function timerOf({ timeout_ms: ms }: Params, onEnd: () => void): Timer | undefined {
  return typeof ms === "number" && ms <= LONGEST_MS ? setTimeout(onEnd, ms) : undefined;
}

function answerOf(ended: Ended, paneId: string, status: AgentStatus): Answer | null {
  if (ended === "caller gone") return null;
  if (ended === "pane gone") throw missing("pane", paneId);
  if (ended === "lost") {
    throw new Failure("events_lost", "tmux did not tell in time what happened: ask again");
  }
  if (ended === "late") {
    throw new Failure("timeout", `pane ${shown(paneId)} did not become ${status} in time`);
  }
  const event = envelopeOf({ name: "pane.agent_status_changed", data: { ...ended.found } });
  return { type: "wait_matched", event };
}
