import type { PaneId } from "./ids.ts";
import type { Pane, World } from "./world.ts";

/**
 * How a pane is watched: `running` and `starting` are well; `none` has no reader; `foreign` is a pipe that somebody else
 * reads, which is left alone; `lost` is a pipe whose watcher has ended; `stalled` is a watcher that does not answer;
 * `ended` is a dead pane, where there is nothing to read.
 */
export type WatchState = "running" | "starting" | "none" | "foreign" | "lost" | "stalled" | "ended";

export interface Watched {
  pane: Pane;
  state: WatchState;
  /** The watcher's process, null where none has put its name on the pane. */
  pid: number | null;
}

/** `@agent_watcher`: `<pid> <start> <nudge socket>`. */
export interface WatcherName {
  pid: number;
  /** With the pid it tells the process from a later one of that pid. */
  start: string;
  /** Null for a watcher that was started before its server had a runtime folder. */
  socket: string | null;
}

/** Null where no watcher has put its name. */
export function parseWatcher(text: string | null): WatcherName | null {
  const [, pid, start = "", socket = ""] = /^(\d+) (\S+) (.+)$/.exec(text ?? "") ?? [];
  if (pid === undefined) return null;
  return { pid: Number(pid), start, socket: socket.startsWith("/") ? socket : null };
}

/** What was found out about the process behind a watcher's name. */
export type Health = "answers" | "silent" | "ended";

const STATE_BY_HEALTH: Readonly<Record<Health, WatchState>> = {
  answers: "running",
  silent: "stalled",
  ended: "lost",
};

/** A watcher that has not put its name on its pane by then will not. */
const START_LIMIT_S = 10;

function stateOf(pane: Pane, health: Health | null, nowUnix: number): WatchState {
  if (!pane.hasPipe) return pane.isDead ? "ended" : "none";
  if (health !== null) return STATE_BY_HEALTH[health];
  if (pane.pipeOpenedUnix === null) return "foreign";
  return nowUnix - pane.pipeOpenedUnix <= START_LIMIT_S ? "starting" : "lost";
}

/** Every pane with its watcher's state; `healthOf` holds what is known of the watchers that panes name. */
export function watchedPanes(
  world: World,
  healthOf: ReadonlyMap<PaneId, Health>,
  nowUnix: number,
): Watched[] {
  return world.panes.map((pane) => ({
    pane,
    state: stateOf(pane, healthOf.get(pane.id) ?? null, nowUnix),
    pid: parseWatcher(pane.watcher)?.pid ?? null,
  }));
}
