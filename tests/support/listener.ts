import { EVENTS } from "../../src/core/events.ts";
import type { Event, EventName } from "../../src/core/events.ts";
import { wantEvents } from "../../src/events/wants.ts";
import { listenForLines } from "../../src/system/listen.ts";
import { edgeOf } from "./loaded.ts";
import type { TmuxServer } from "./tmux.ts";

/** Every event that taw tells. */
export const EVENT_NAMES = Object.keys(EVENTS).filter((name): name is EventName => name in EVENTS);

/** A reader of events that only listens, as a process beside the drainer would. */
export async function listen(
  server: TmuxServer,
  runtime: string,
  names: readonly EventName[] = EVENT_NAMES,
) {
  const heard: Event[] = [];
  const name = `${process.pid}-${Math.random().toString(36).slice(2, 8)}`;
  const socket = listenForLines(`${runtime}/l/${name}`, (line) => heard.push(JSON.parse(line)));
  await wantEvents(edgeOf(server), name, names);
  return {
    name,
    heard,
    names: () => heard.map((event) => event.name),
    [Symbol.dispose]: () => socket.close(),
  };
}
