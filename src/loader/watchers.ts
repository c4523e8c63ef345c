import { Failure } from "../core/failure.ts";
import type { PaneId } from "../core/ids.ts";
import { startWord } from "../core/job.ts";
import { parseWatcher, watchedPanes } from "../core/watchers.ts";
import type { Health, Watched, WatcherName, WatchState } from "../core/watchers.ts";
import type { Pane, World } from "../core/world.ts";
import type { Clock } from "../system/clock.ts";
import { nudge } from "../system/nudge.ts";
import { readProcessStat } from "../system/proc.ts";
import { signalProcess } from "../system/signals.ts";
import type { Command, Tmux } from "../tmux/client.ts";
import { IS_OPENABLE, openText } from "../tmux/hooks.ts";
import { readWorld } from "../tmux/read.ts";
import { ask } from "../tmux/sections.ts";

/** A watcher answers a nudge within the time of one look; this long it may take on a busy machine. */
const ANSWER_LIMIT_MS = 2_000;

async function healthOf(watcher: WatcherName): Promise<Health> {
  const process = await readProcessStat(watcher.pid);
  if (process === null || startWord(process) !== watcher.start) return "ended";
  if (watcher.socket === null) return "answers";
  return (await nudge(watcher.socket, ANSWER_LIMIT_MS)) ? "answers" : "silent";
}

/** Every pane's watcher, each asked for a sign of life. */
export async function watchStatus(
  tmux: Tmux,
  nowUnix: number,
): Promise<{ world: World; watched: Watched[] }> {
  const world = await readWorld(tmux);
  return { world, watched: await watchersOf(world, world.panes, nowUnix) };
}

/** The watchers of some panes of a World, each asked for a sign of life. */
export async function watchersOf(
  world: World,
  panes: readonly Pane[],
  nowUnix: number,
): Promise<Watched[]> {
  const health = new Map<PaneId, Health>();
  await Promise.all(
    panes.map(async (pane) => {
      const watcher = pane.hasPipe ? parseWatcher(pane.watcher) : null;
      if (watcher) health.set(pane.id, await healthOf(watcher));
    }),
  );
  return watchedPanes({ ...world, panes }, health, nowUnix);
}

/** What `attach-all` does about each state. Somebody else's pipe is left alone whatever was asked. */
const MENDS: Readonly<Record<WatchState, "open" | "replace" | "restart" | null>> = {
  none: "open",
  lost: "replace",
  stalled: "replace",
  running: "restart",
  starting: "restart",
  foreign: null,
  ended: null,
};

export interface Attached {
  world: World;
  opened: Watched[];
  replaced: Watched[];
  foreign: Watched[];
}

/**
 * Opens a pipe for every pane that has none, and in place of a watcher that has ended or does not answer; with
 * `isRestart` in place of every watcher of ours.
 *
 * @throws Failure `not_loaded` for a server that taw is not loaded into
 */
export async function attachAll(tmux: Tmux, clock: Clock, isRestart: boolean): Promise<Attached> {
  const { launcher } = await ask(tmux, {
    launcher: ["display-message", "-p", "#{@agent_wizard_taw}"],
  });
  if (launcher.trim() === "") {
    throw new Failure(
      "not_loaded",
      `taw is not loaded into the tmux server on ${tmux.address.label}: run 'taw tmux load'`,
    );
  }
  const { world, watched } = await watchStatus(tmux, clock.nowMs() / 1000);
  const those = (...mends: ("open" | "replace" | "restart")[]) =>
    watched.filter(({ state }) => mends.some((mend) => mend === MENDS[state]));
  const opened = those("open");
  const replaced = isRestart ? those("replace", "restart") : those("replace");
  await inBatches(tmux, clock, [...opened.map(openCommand), ...replaced.map(replaceCommand)]);
  await endStalled(replaced);
  return { world, opened, replaced, foreign: watched.filter(({ state }) => state === "foreign") };
}

/** tmux answers nobody while it starts processes, and a machine has better to do than to start 200 at once. */
const BATCH = 8;
const BETWEEN_BATCHES_MS = 150;

async function inBatches(tmux: Tmux, clock: Clock, commands: readonly Command[]): Promise<void> {
  for (let at = 0; at < commands.length; at += BATCH) {
    if (at > 0) await clock.sleep(BETWEEN_BATCHES_MS);
    await tmux.run(...commands.slice(at, at + BATCH));
  }
}

const openCommand = ({ pane }: Watched): Command => [
  "if-shell",
  "-F",
  "-t",
  pane.id,
  `#{&&:#{==:#{pane_id},${pane.id}},${IS_OPENABLE}}`,
  openText(pane.id),
];

/** True while the pane is still read by the watcher that was found there, or by none with a name. */
function isStill(pane: Pane): string {
  const found = parseWatcher(pane.watcher);
  const same = found
    ? `#{m:${found.pid} ${found.start} *,#{@agent_watcher}}`
    : "#{==:#{@agent_watcher},}";
  return `#{&&:#{==:#{pane_id},${pane.id}},#{&&:${same},#{==:#{pane_dead},0}}}`;
}

/** The old watcher's name goes first: what it does when its pipe ends, it does only under its own name. */
const replaceCommand = ({ pane }: Watched): Command => [
  "if-shell",
  "-F",
  "-t",
  pane.id,
  isStill(pane),
  `set-option -pu -t ${pane.id} @agent_watcher ; ${openText(pane.id)}`,
];

/** A stopped process cannot see that its pipe has ended. */
async function endStalled(replaced: readonly Watched[]): Promise<void> {
  for (const { pane, state } of replaced) {
    const watcher = state === "stalled" ? parseWatcher(pane.watcher) : null;
    if (watcher && (await healthOf({ ...watcher, socket: null })) !== "ended") {
      signalProcess(watcher.pid, "SIGKILL");
    }
  }
}
