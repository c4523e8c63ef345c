import { parseEvent } from "./events.ts";
import type { Event } from "./events.ts";
import { eventCall, parseHookCall } from "./hook-call.ts";
import type { HookCall } from "./hook-call.ts";
import { isFields, parseJson } from "./json.ts";
import { toastDelayMs } from "./toasts.ts";
import { findPane } from "./world.ts";
import type { World } from "./world.ts";

/** An event that a person may be told of after a while, and which of the pane's changes of state it is. */
export interface News {
  readonly event: Event;
  readonly stateSeq: number;
}

/** What a drainer hands to the process that runs commands, one line each. */
export interface Handed {
  readonly call?: HookCall;
  readonly news?: News;
}

/** What an event is for those names under `[hooks]`: its own call, and what becomes a notification later. */
export function handedFor(names: readonly string[], world: World, event: Event): Handed[] {
  const isHooked = names.includes(event.name);
  const news = names.includes("notification") ? newsOf(world, event) : null;
  return [...(isHooked ? [{ call: eventCall(world, event) }] : []), ...(news ? [{ news }] : [])];
}

function newsOf(world: World, event: Event): News | null {
  const { pane } = event.about;
  const agent = pane && findPane(world, pane)?.agent;
  return agent && toastDelayMs(event, 0) !== null ? { event, stateSeq: agent.stateSeq } : null;
}

/** A line that a drainer wrote, perhaps of another version of taw; null for one that is none. */
export function parseHanded(line: string): Handed | null {
  const handed = parseJson(line);
  if (!isFields(handed)) return null;
  const call = parseHookCall(handed["call"]);
  if (call) return { call };
  const { news } = handed;
  if (!isFields(news) || typeof news["stateSeq"] !== "number") return null;
  const event = parseEvent(JSON.stringify(news["event"] ?? null));
  return event && { news: { event, stateSeq: news["stateSeq"] } };
}
