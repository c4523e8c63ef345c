import type { Event } from "../../src/core/events.ts";
import { Follower } from "../../src/events/follow.ts";
import { clockOf } from "../../src/system/clock.ts";
import { until } from "./until.ts";
import { EVENT_NAMES, listen } from "./listener.ts";
import { edgeOf, loadInto, recorder } from "./loaded.ts";
import { tmuxServer } from "./tmux.ts";
import type { TmuxServer } from "./tmux.ts";

/** How a pane's life ends: by itself, or with what it stands in. */
type Ending = "kill" | "exit" | "window" | "session";

/** What ends the panes of one window: one way for all, or kills and exits side by side. */
export type Fate = Ending | "mixed";

export const FATES: readonly Fate[] = ["kill", "exit", "window", "session", "mixed"];

interface Life {
  readonly pane: string;
  readonly pid: number;
  readonly ending: Ending;
}

/** The panes of one wave, and what ends them. */
interface Wave {
  readonly lives: readonly Life[];
  readonly windows: readonly string[];
  readonly sessions: readonly string[];
}

export interface LivesWish {
  readonly lives: number;
  /** Ends at once, as many panes: the spec's cap of marks holds 60. */
  readonly wave: number;
  readonly reloads: number;
  readonly fates: readonly Fate[];
  /** Whether the reader stays and drains by itself; else a drainer is started for what is queued. */
  readonly isResident: boolean;
}

/** What was told of panes that came and went, beside what is true. */
export interface LivesTold {
  readonly lived: number;
  /** Panes that were told as made not once, or as ended not once. */
  readonly wrong: readonly string[];
  /** Ends by themselves that were told as closes, and the other way round. */
  readonly mistaken: readonly string[];
  /** Tabs and workspaces that were told as made or closed more than once, or never as closed. */
  readonly wrongAround: readonly string[];
}

const ROW = ["-P", "-F", "#{pane_id} #{pane_pid} #{window_id} #{session_id}"];
const PANES_A_WINDOW = 3;

/**
 * Lets panes live and die on a server of its own while taw is loaded anew again and again, and compares what a reader of
 * events was told with what is true.
 */
export async function paneLives(wish: LivesWish): Promise<LivesTold> {
  await using server = await tmuxServer({ width: 200, height: 200 });
  const taw = recorder(server);
  const { folders } = await loadInto(server, taw.launcher);
  await using reader = wish.isResident ? await follow(server) : await hear(server, folders.runtime);
  const lives: Life[] = [];
  const waves = Math.ceil(wish.lives / wish.wave);
  for (let at = 0; at < waves; at += 1) {
    const wave = await begin(server, Math.min(wish.wave, wish.lives - lives.length), wish.fates);
    lives.push(...wave.lives);
    const reloads =
      Math.ceil(((at + 1) * wish.reloads) / waves) - Math.ceil((at * wish.reloads) / waves);
    await Promise.all([end(server, wave), loadAgain(server, taw.launcher, reloads)]);
    const panes = new Set(wave.lives.map(({ pane }) => pane));
    await until(
      "every end of the wave is told",
      () => endsOf(reader.heard).filter(({ about }) => panes.has(about.pane ?? "")).length,
      (count) => count >= panes.size,
      20_000,
    );
  }
  await until(
    "the queue is empty and nobody drains",
    () => server.tmux("display-message", "-p", "#{@agent_wizard_queue}#{@agent_wizard_draining}"),
    (text) => text === "",
  );
  return compared(lives, reader.heard);
}

async function loadAgain(server: TmuxServer, launcher: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await loadInto(server, launcher);
}

/** Windows of a few panes each, in turn for every way to end. */
async function begin(server: TmuxServer, count: number, fates: readonly Fate[]): Promise<Wave> {
  const windows: string[] = [];
  const sessions: string[] = [];
  const lives: Life[] = [];
  for (let at = 0; lives.length < count; at += 1) {
    const fate = fates[at % fates.length] ?? "kill";
    const panes = Math.min(PANES_A_WINDOW, count - lives.length);
    const make = fate === "session" ? ["new-session", "-x", "200", "-y", "200"] : ["new-window"];
    const commands = [
      [...make, "-d", ...(fate === "session" ? [] : ["-a", "-t", "main:$"]), ...ROW, "cat"],
    ];
    const rows = await rowsOf(server, commands);
    const [first] = rows;
    if (!first) throw new Error("tmux made no window");
    const splits = Array.from({ length: panes - 1 }, () => [
      "split-window",
      "-d",
      "-t",
      first.window,
      ...ROW,
      "cat",
    ]);
    rows.push(...(splits.length > 0 ? await rowsOf(server, splits) : []));
    lives.push(...rows.map(({ pane, pid }, nth) => ({ pane, pid, ending: endingOf(fate, nth) })));
    if (fate === "window") windows.push(first.window);
    if (fate === "session") sessions.push(first.session);
  }
  return { lives, windows, sessions };
}

function endingOf(fate: Fate, nth: number): Ending {
  if (fate !== "mixed") return fate;
  return nth % 2 === 0 ? "kill" : "exit";
}

/** A reader that only listens. */
async function hear(server: TmuxServer, runtime: string) {
  const reader = await listen(server, runtime);
  return {
    heard: reader.heard,
    [Symbol.asyncDispose]: async () => reader[Symbol.dispose](),
  };
}

/** A reader that stays. */
async function follow(server: TmuxServer) {
  const heard: Event[] = [];
  const edges = {
    tmux: edgeOf(server),
    environment: server.box.env,
    clock: clockOf(server.box.env),
  };
  const follower = await Follower.start(edges, EVENT_NAMES, (events) => void heard.push(...events));
  return { heard, [Symbol.asyncDispose]: () => follower.close() };
}

async function rowsOf(server: TmuxServer, commands: readonly string[][]) {
  const printed = await edgeOf(server).run(...commands);
  return printed
    .trim()
    .split("\n")
    .map((row) => {
      const [pane = "", pid = "", window = "", session = ""] = row.split(" ");
      return { pane, pid: Number(pid), window, session };
    });
}

/** All at once: each end is a process's, or a call of its own. */
async function end(server: TmuxServer, { lives, windows, sessions }: Wave): Promise<void> {
  const tmux = edgeOf(server);
  const killed = lives.filter(({ ending }) => ending === "kill");
  const calls = [
    ...killed.map(({ pane }) => ["kill-pane", "-t", pane]),
    ...windows.map((window) => ["kill-window", "-t", window]),
    ...sessions.map((session) => ["kill-session", "-t", session]),
  ];
  const running = Promise.all(calls.map((call) => tmux.run(call)));
  for (const { pid, ending } of lives) if (ending === "exit") process.kill(pid, "SIGTERM");
  await running;
}

const isEnd = ({ name }: Event): boolean => name === "pane.closed" || name === "pane.exited";

const endsOf = (heard: readonly Event[]): Event[] => heard.filter(isEnd);

function compared(lives: readonly Life[], heard: readonly Event[]): LivesTold {
  const made = counted(heard, "pane.created", ({ pane }) => pane);
  const closed = counted(heard, "pane.closed", ({ pane }) => pane);
  const exited = counted(heard, "pane.exited", ({ pane }) => pane);
  const told = ({ pane, ending }: Life) =>
    `${pane} by ${ending}: made ${made.get(pane) ?? 0}, closed ${closed.get(pane) ?? 0}, exited ${exited.get(pane) ?? 0}`;
  const endsOfPane = (pane: string) => (closed.get(pane) ?? 0) + (exited.get(pane) ?? 0);
  return {
    lived: lives.length,
    wrong: lives.filter(({ pane }) => made.get(pane) !== 1 || endsOfPane(pane) !== 1).map(told),
    mistaken: lives
      .filter(({ pane, ending }) => (exited.get(pane) ?? 0) !== (ending === "exit" ? 1 : 0))
      .map(told),
    wrongAround: [
      ...aroundOf(heard, "tab", ({ tab }) => tab),
      ...aroundOf(heard, "workspace", ({ workspace }) => workspace),
    ],
  };
}

function aroundOf(
  heard: readonly Event[],
  what: "tab" | "workspace",
  idOf: (about: Event["about"]) => string | undefined,
): string[] {
  const made = counted(heard, `${what}.created`, idOf);
  const closed = counted(heard, `${what}.closed`, idOf);
  const ids = new Set([...made.keys(), ...closed.keys()]);
  return [...ids]
    .filter((id) => made.get(id) !== 1 || closed.get(id) !== 1)
    .map((id) => `${id}: made ${made.get(id) ?? 0}, closed ${closed.get(id) ?? 0}`);
}

function counted(
  heard: readonly Event[],
  name: string,
  idOf: (about: Event["about"]) => string | undefined,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const event of heard) {
    const id = event.name === name ? idOf(event.about) : undefined;
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}
