import type { Face } from "./core/face.ts";
import type { Grant, Rights } from "./core/grants.ts";
import { CALLING, parsePaneId } from "./core/ids.ts";
import { guarded } from "./guard.ts";
import type { CallerProcess } from "./system/caller.ts";
import type { Pane, World } from "./core/world.ts";
import { buildId, programFolder } from "./system/build.ts";
import { clockOf } from "./system/clock.ts";
import type { Clock } from "./system/clock.ts";
import { variable } from "./system/env.ts";
import type { Environment } from "./system/env.ts";
import { presentFolder, withKeptVariables } from "./system/start.ts";
import type { EventHub } from "./socket/hub.ts";
import { addressOf, serverPidOf } from "./tmux/address.ts";
import type { Address } from "./tmux/address.ts";
import { change, changeUnseen } from "./tmux/change.ts";
import type { Change, Changed, Unseen, UnseenChange } from "./tmux/change.ts";
import { makeTmux } from "./tmux/client.ts";
import type { Tmux } from "./tmux/client.ts";
import { renewHooks } from "./tmux/hooked.ts";
import { readWorld } from "./tmux/read.ts";

/** What a verb reaches the world through. Built once for each call; tests build their own. */
export interface Edges {
  tmux: Tmux;
  /** The server as it is now. Throws as `tmux` does, and `forbidden` for a caller that lacks the verb's grant. */
  look(): Promise<World>;
  /**
   * Carries a change out on the server that was looked at, in one call; `tmux/change.ts` says how. Of a verb that types
   * (`write`), keys for a pane that waits on a prompt are refused where they would answer for somebody else.
   */
  change(seen: World, wish: Change): Promise<Changed>;
  /**
   * For commands of which tmux can tell all that has to be known: looks and changes in one call. Where it has to be looked
   * first (there is no such wish or target, a condition does not hold, or who calls has to be placed) nothing is done, and
   * what is given is that look. Throws as `look` and `change` do.
   */
  changeUnseen(wish: UnseenChange | null): Promise<Unseen>;
  /**
   * For a verb that types in a call of its own: throws `forbidden` for a caller that may not type into that pane as it is
   * now, and tells whether it may also once the pane waits on a prompt.
   */
  permitTyping(seen: World, pane: Pane): Promise<boolean>;
  /** What the caller may do on the server that was looked at. */
  rights(seen: World): Promise<Rights>;
  environment: Environment;
  clock: Clock;
  face: Face;
  self: Self;
  /** Aborted once nobody waits for the answer any more; null where only the end of the process could say so. */
  gone: AbortSignal | null;
  /** Who tells a waiting verb of events, in a process that follows them anyway; null where the verb follows them itself. */
  events: Pick<EventHub, "add"> | null;
  /** Opens the cockpit on this terminal and gives its exit code once the person has left it. */
  openCockpit: (wish: CockpitWish) => Promise<number>;
  /**
   * Answers on the herdr socket until it is told to stop or the tmux server ends, and gives the exit code. Supervised, it
   * ends with 0 where there is nothing to serve, or somebody serves already.
   */
  serveSocket: (isSupervised: boolean) => Promise<number>;
}

/** What a person asked of the cockpit. */
export interface CockpitWish {
  /** `ui` is the popup: it closes after Enter and with Esc. */
  mode: "app" | "ui";
  go: string | null;
  /** Starts with the picker for a new session. */
  newSession: boolean;
  theme: string | null;
  plain: boolean;
  watch: boolean;
}

/** Where a taw was called from. */
export interface Caller {
  /** The pane as it was spelled: `HERDR_PANE_ID` or its twin, else `$TMUX_PANE`. */
  pane: string;
  /** The tmux server that pane is of; null where only the pane was told. */
  serverPid: number | null;
}

/** What this taw knows of itself. */
export interface Self {
  /** Null when it was called from no pane, or from one of another server than the one that is asked. */
  caller: Caller | null;
  /** The pane in front when the key that runs this was pressed (`HERDR_ACTIVE_PANE_ID`); null without one. */
  activePane: string | null;
  /** The folder that relative paths start from; null where the caller has none that taw knows. */
  folder: string | null;
  /** The command that runs this taw again, by absolute path. */
  binaryPath: string;
  /** Null when taw runs from source. */
  buildId: string | null;
}

/** What verbs know by this alone, since they import neither the screen nor the socket (house §3). */
export interface Handed {
  openCockpit: (wish: CockpitWish, edges: Edges) => Promise<number>;
  serveSocket: (edges: Edges, isSupervised: boolean) => Promise<number>;
}

export interface EdgesInput extends Handed {
  environment: Environment;
  face: Face;
  socketName: string | null;
  socketPath: string | null;
  /** The tmux socket behind the herdr socket that the caller's variable names; null where none is named. */
  behindHerdr?: string | null;
  uid: number;
  /** What the verb's caller has to hold. */
  grant: Grant;
  caller: CallerProcess;
}

/** The real edges of one call of taw, on the tmux server that its words or `$TMUX` name. Nothing is started yet. */
export function makeEdges(input: EdgesInput): Edges {
  const { environment, face } = input;
  const address = addressOf({
    socketName: input.socketName ?? undefined,
    socketPath: input.socketPath ?? undefined,
    tmux: environment["TMUX"],
    tmuxTmpdir: environment["TMUX_TMPDIR"],
    behindHerdr: input.behindHerdr ?? undefined,
    herdrSession: face.serverVariables ? environment[face.serverVariables.session] : undefined,
    uid: input.uid,
  });
  // A server that it starts has the caller's own variables, and none of the launcher's.
  const tmux = makeTmux(address, { ...withKeptVariables(environment) });
  const clock = clockOf(environment);
  const look = async () => {
    const world = await readWorld(tmux);
    await renewHooks(tmux, world.server);
    return world;
  };
  const bare = {
    tmux,
    look,
    change: (seen: World, wish: Change) => change(tmux, seen, wish),
    changeUnseen: async (wish: UnseenChange | null) => {
      if (wish === null) return { seen: await look() };
      const unseen = await changeUnseen(tmux, wish);
      await renewHooks(tmux, ("seen" in unseen ? unseen.seen : unseen.changed.world).server);
      return unseen;
    },
    environment,
    clock,
    gone: null,
    events: null,
    face,
    self: {
      caller: callerOf(input, address),
      activePane: firstOf(environment, ["HERDR_ACTIVE_PANE_ID", "TAW_ACTIVE_PANE_ID"]),
      folder: presentFolder(),
      binaryPath: binaryPath(),
      buildId,
    },
  };
  const edges: Edges = {
    ...guarded(bare, input.grant, input.caller),
    openCockpit: (wish) => input.openCockpit(wish, edges),
    serveSocket: (isSupervised) => input.serveSocket(edges, isSupervised),
  };
  return edges;
}

/** A plugin passes `%calling` on where herdr would give the calling pane's id (plugins/traps.md 27). */
function callerOf(
  { environment, socketName, socketPath }: EdgesInput,
  { isOwn }: Address,
): Caller | null {
  const isElsewhere = (socketName ?? socketPath) !== null && !isOwn;
  const given = firstOf(environment, ["HERDR_PANE_ID", "TAW_PANE_ID"]) ?? "";
  const own = isOwn ? parsePaneId(variable(environment, "TMUX_PANE") ?? "") : null;
  const pane = given === "" || given === CALLING ? own : given;
  if (isElsewhere || pane === null) return null;
  return { pane, serverPid: isOwn ? serverPidOf(variable(environment, "TMUX") ?? "") : null };
}

/** The first of the variables that says something. */
function firstOf(environment: Environment, names: readonly string[]): string | null {
  const values = names.map((name) => variable(environment, name)?.trim() ?? "");
  return values.find((value) => value !== "") ?? null;
}

/** The launcher of the tree that runs; a compiled program is its own launcher. */
const binaryPath = (): string =>
  Bun.main.startsWith("/$bunfs/") ? process.execPath : `${programFolder}/bin/taw`;
