import { Failure } from "../core/failure.ts";
import { FACES } from "../core/face.ts";
import type { Edges } from "../edges.ts";
import { guarded } from "../guard.ts";
import type { CallerProcess } from "../system/caller.ts";
import type { Clock } from "../system/clock.ts";
import { parseSocketWish, SOCKET_WISH } from "../loader/socket.ts";
import { stateFolder } from "../system/env.ts";
import { leaveSession } from "../system/libc.ts";
import { logLine } from "../system/log.ts";
import { peerOf } from "../system/peer.ts";
import type { Peer } from "../system/peer.ts";
import { timerScale } from "../system/scale.ts";
import { stopSignal } from "../system/signals.ts";
import { Tidy } from "../system/tidy.ts";
import { change } from "../tmux/change.ts";
import { serverFolders } from "../tmux/folders.ts";
import { Unanswered } from "../tmux/client.ts";
import type { Command, Tmux } from "../tmux/client.ts";
import { renewHooks } from "../tmux/hooked.ts";
import { ifAnswering, isNoServer } from "../tmux/no-server.ts";
import { ask } from "../tmux/sections.ts";
import { LIMITS } from "./connection.ts";
import { answerLine } from "./dispatch.ts";
import type { Service } from "./dispatch.ts";
import { EventHub } from "./hub.ts";
import { listen } from "./listen.ts";
import { takePlace } from "./place.ts";
import type { Place } from "./place.ts";
import { Resident } from "./resident.ts";

/**
 * `taw socket serve`: answers on the herdr socket until a signal, or until the tmux server ends.
 *
 * @returns the exit code
 * @throws Failure without a tmux server, when another process serves already, and when the socket was removed
 */
export async function serve(edges: Edges): Promise<number> {
  if (await answersToTheEnd(edges)) return 0;
  throw new Failure(
    "io_error",
    "the herdr socket was removed from its folder, so nobody could reach it any more: run taw socket serve again",
  );
}

/** False when the socket went before the server did. */
async function answersToTheEnd(edges: Edges): Promise<boolean> {
  leaveSession();
  const stopped = stopSignal();
  const { runtime, state } = await serverFolders(edges.tmux, edges.environment);
  await using place = await takePlace(edges, runtime);
  const scale = timerScale(edges.environment, edges.tmux.address.label);
  const resident = new Resident(edges, runtime);
  const service = serviceOf(edges, resident, `${state}/logs/socket.log`);
  const limits = { lineMs: LIMITS.lineMs * scale, sendMs: LIMITS.sendMs * scale };
  const tidy = new Tidy();
  const listening = listen(place.draft, limits, {
    accept: (descriptor) => acceptedFrom(peerOf(descriptor), edges.clock),
    onLine: (line, connection) => {
      tidy.passed(line.length);
      void answerLine(service, line, connection);
    },
  });
  const lost = new AbortController();
  const over = AbortSignal.any([stopped, lost.signal]);
  let looking: Timer | null = null;
  try {
    await place.open();
    looking = lookNowAndThen(place, LOOK_AT_PLACE_MS * scale, lost);
    await untilEnd(edges, resident, over);
  } finally {
    if (looking !== null) clearInterval(looking);
    listening.stop();
    // tmux does not end before its clients do.
    await Promise.all([service.hub.close(), resident.close()]);
    if (over.aborted) await letGo(edges.tmux);
  }
  return !lost.signal.aborted;
}

const LOOK_AT_PLACE_MS = 10_000;

/** Nothing tells that a socket was removed: a folder that goes with a logout, or is tidied up, takes it along. */
const lookNowAndThen = (place: Place, everyMs: number, lost: AbortController): Timer =>
  setInterval(() => {
    void place.isOurs().then((isOurs) => isOurs || lost.abort());
  }, everyMs);

/** The channel of which nobody speaks. */
const WAITS = `taw-socket-${process.pid}`;
const NEXT_LOOK_MS = 100;
/** A tmux.conf may take its time; a server that is without sessions for longer has nothing to be asked. */
const LONGEST_EMPTY_MS = 30_000;

/**
 * Until the signal, or the end of the tmux server. One without sessions wakes everybody who waits: it has just begun and
 * reads its tmux.conf, or it ends once nobody is with it any more.
 */
async function untilEnd(edges: Edges, resident: Resident, stopped: AbortSignal): Promise<void> {
  const { tmux, clock } = edges;
  let wokenAtMs = clock.monotonicMs();
  for (let emptySinceMs = wokenAtMs; ;) {
    if (!(await waitForEnd(tmux, clock, stopped))) return;
    const sinceMs = clock.monotonicMs() - wokenAtMs;
    wokenAtMs = clock.monotonicMs();
    if (sinceMs > 10 * NEXT_LOOK_MS) emptySinceMs = wokenAtMs;
    await resident.release();
    await clock.sleep(NEXT_LOOK_MS);
    if (wokenAtMs - emptySinceMs > LONGEST_EMPTY_MS || !(await isThere(tmux))) return;
  }
}

/**
 * One wait. Who begins to wait when the last session has just gone is woken at once, and hears of it only when something
 * else happens in tmux (measured, 3.3a): so something does, a moment later.
 */
async function waitForEnd(tmux: Tmux, clock: Clock, stopped: AbortSignal): Promise<boolean> {
  const waiting = tmux.waitFor(WAITS, stopped);
  await clock.sleep(NEXT_LOOK_MS);
  await isThere(tmux);
  return waiting;
}

/** A server that hangs is there. */
async function isThere(tmux: Tmux): Promise<boolean> {
  try {
    await tmux.run(["display-message", "-p", "#{pid}"]);
    return true;
  } catch (error) {
    if (isNoServer(error)) return false;
    if (error instanceof Unanswered) return true;
    throw error;
  }
}

/** tmux keeps the waiter of a client that has gone until somebody wakes it. */
const letGo = (tmux: Tmux): Promise<void> => ifAnswering(tmux.run(["wait-for", "-S", WAITS]));

const START_AGAIN = 1;

/**
 * The same for whoever starts it again after a crash, or when the socket went: 0 where there is nothing to serve any
 * more, or somebody serves.
 * Nothing is printed; what went wrong is in the state folder's log.
 */
export async function serveQuietly(edges: Edges): Promise<number> {
  try {
    const asked = await ask(edges.tmux, { loaded: LOADED, wish: SOCKET_WISH });
    const isWanted = asked.loaded.trim() !== "" && parseSocketWish(asked.wish) !== "off";
    return isWanted && !(await answersToTheEnd(edges)) ? START_AGAIN : 0;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const log = `${stateFolder(edges.environment)}/logs/socket.log`;
    await logLine(log, edges.clock.nowMs(), error.message);
    return 0;
  }
}

const LOADED: Command = ["display-message", "-p", "#{@agent_wizard_taw}"];

/** Nobody else's connection is taken. Who the kernel does not tell of cannot be placed (docs/SECURITY.md). */
function acceptedFrom(peer: Peer | null, clock: Clock): CallerProcess | null {
  if (peer !== null && peer.uid !== process.getuid?.()) return null;
  return { pid: peer?.pid ?? 0, seenMs: clock.monotonicMs() };
}

function serviceOf(edges: Edges, resident: Resident, log: string): Service {
  const hub = new EventHub(edges);
  const own: Edges = {
    ...edges,
    events: hub,
    look: async () => {
      const world = await resident.look();
      await renewHooks(edges.tmux, world.server);
      return world;
    },
    // Who asks is checked for each connection, not for the process that serves.
    change: (seen, wish) => change(edges.tmux, seen, wish),
    // A look costs nothing here.
    changeUnseen: async () => ({ seen: await own.look() }),
    face: FACES.herdr,
    self: { ...edges.self, caller: null, activePane: null, folder: null },
  };
  return {
    hub,
    edgesFor: ({ caller, gone }, grant) => ({ ...guarded(own, grant, caller), gone }),
    onCrash: async (error, line) => {
      const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
      await logLine(log, edges.clock.nowMs(), `${stack} at ${line.slice(0, 300)}`);
    },
  };
}
