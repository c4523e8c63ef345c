import type { Event } from "../../src/core/events.ts";
import { frontOf } from "../../src/core/front.ts";
import type { Front } from "../../src/core/front.ts";
import { parsePaneId, parseTabId, parseWorkspaceId } from "../../src/core/ids.ts";
import { rosterOf } from "../../src/core/roster.ts";
import type { Roster } from "../../src/core/roster.ts";
import { readWorld } from "../../src/tmux/read.ts";
import { chance } from "./chance.ts";
import { attachClient } from "./client.ts";
import { listen } from "./listener.ts";
import { edgeOf, loadInto, recorder } from "./loaded.ts";
import { tmuxServer } from "./tmux.ts";
import type { TmuxServer } from "./tmux.ts";
import { until } from "./until.ts";

type Text = string | null;
interface Said {
  readonly pane_id?: string;
  readonly tab_id?: string;
  readonly workspace_id?: string;
}

/** What a client knows that began with a snapshot and was told of everything since, by the ids it was told. */
class Mirror {
  readonly panes = new Map<Text, Text>();
  readonly tabs = new Map<Text, Text>();
  readonly workspaces = new Set<Text>();
  /** What it was told that cannot be: made twice, gone before it was made. */
  readonly contradictions: string[] = [];
  readonly #fronts: Text[][] = [];

  /** The workspace, tab and pane in front. */
  front: readonly Text[];

  constructor({ panes, tabs, workspaces }: Roster, front: Front | null) {
    this.front = [front?.workspace ?? null, front?.tab ?? null, front?.pane ?? null];
    for (const [pane, tab] of panes) this.panes.set(pane, tab);
    for (const [tab, homes] of tabs) this.tabs.set(tab, homes[0] ?? null);
    for (const workspace of workspaces.keys()) this.workspaces.add(workspace);
  }

  take({ name, data }: Event): void {
    const told = (key: string) => (data[key] ?? {}) as Said;
    switch (name) {
      case "workspace.created":
        return this.#comes(name, this.workspaces, parseWorkspace(told("workspace")));
      case "workspace.closed":
        return this.#goes(name, this.workspaces, parseWorkspace(data));
      case "tab.created":
        this.#comes(name, this.tabs, parseTab(told("tab")));
        return void this.tabs.set(parseTab(told("tab")), parseWorkspace(told("tab")));
      case "tab.moved":
        this.#isThere(name, this.tabs, parseTab(data));
        return void this.tabs.set(parseTab(data), parseWorkspace(data));
      case "tab.closed":
        return this.#goes(name, this.tabs, parseTab(data));
      case "pane.created":
        this.#comes(name, this.panes, parsePane(told("pane")));
        return void this.panes.set(parsePane(told("pane")), parseTab(told("pane")));
      case "pane.moved":
        this.#isThere(name, this.panes, parsePane(told("pane")));
        return void this.panes.set(parsePane(told("pane")), parseTab(told("pane")));
      case "pane.closed":
      case "pane.exited":
        return this.#goes(name, this.panes, parsePane(data));
      case "workspace.focused":
        return void this.#fronts.push([parseWorkspace(data)]);
      case "tab.focused":
        return void this.#fronts.at(-1)?.push(parseTab(data));
      case "pane.focused":
        return this.#comesToFront(parsePane(data));
      default:
    }
  }

  /** Told as three, and only when it is another workspace or pane than before. */
  #comesToFront(pane: Text): void {
    const trio = [...(this.#fronts.pop() ?? []), pane];
    const [workspace, , before] = this.front;
    if (trio.length !== 3) this.contradictions.push(`told in front: ${trio.join(" ")}`);
    if (trio[0] === workspace && pane === before) {
      this.contradictions.push(`told in front again: ${trio.join(" ")}`);
    }
    this.front = trio;
  }

  #comes(name: string, known: Set<Text> | Map<Text, Text>, id: Text): void {
    if (known.has(id)) this.contradictions.push(`${name} ${id} though it was there`);
    if (known instanceof Set) known.add(id);
  }

  #isThere(name: string, known: Set<Text> | Map<Text, Text>, id: Text): void {
    if (!known.has(id)) this.contradictions.push(`${name} ${id} though it was not there`);
  }

  #goes(name: string, known: Set<Text> | Map<Text, Text>, id: Text): void {
    this.#isThere(name, known, id);
    known.delete(id);
  }
}

const parsePane = ({ pane_id = "" }: Said): Text => parsePaneId(pane_id);
const parseTab = ({ tab_id = "" }: Said): Text => parseTabId(tab_id);
const parseWorkspace = ({ workspace_id = "" }: Said): Text => parseWorkspaceId(workspace_id);

const shown = (mirror: Pick<Mirror, "panes" | "tabs" | "workspaces" | "front">): string[] =>
  [
    `in front: ${mirror.front.join(" ")}`,
    ...[...mirror.panes].map(([pane, tab]) => `${pane} in ${tab}`),
    ...[...mirror.tabs].map(([tab, workspace]) => `${tab} in ${workspace}`),
    ...[...mirror.workspaces].map((workspace) => `${workspace}`),
  ].toSorted();

/** One thing that a person may do with windows and panes; tmux may refuse it. */
function someCommand(pick: <T>(list: readonly T[]) => T, now: Roster): string[] {
  const pane = () => pick([...now.panes.keys()]);
  const tab = () => pick([...now.tabs.keys()]);
  const workspace = () => pick([...now.workspaces.keys()]);
  const deeds: readonly (() => string[])[] = [
    () => ["split-window", "-d", "-t", pane(), "cat"],
    () => ["split-window", "-t", pane(), "cat"],
    () => ["new-window", "-d", "-t", `${workspace()}:`, "cat"],
    () => ["new-window", "-t", `${workspace()}:`, "true"],
    () => ["new-session", "-d", "-x", "200", "-y", "100", "cat"],
    () => ["new-session", "-d", "-t", workspace()],
    () => ["kill-pane", "-t", pane()],
    () => ["kill-window", "-t", tab()],
    () => ["kill-session", "-t", workspace()],
    () => ["break-pane", "-d", "-s", pane()],
    () => ["join-pane", "-d", "-s", pane(), "-t", pane()],
    () => ["swap-pane", "-d", "-s", pane(), "-t", pane()],
    () => ["swap-window", "-d", "-s", tab(), "-t", tab()],
    () => ["move-window", "-d", "-s", tab(), "-t", `${workspace()}:`],
    () => ["link-window", "-d", "-s", tab(), "-t", `${workspace()}:`],
    () => ["unlink-window", "-t", tab()],
    () => ["respawn-pane", "-k", "-t", pane(), "true"],
    () => ["select-layout", "-t", tab(), "tiled"],
    () => ["rotate-window", "-t", tab()],
    () => ["select-pane", "-t", pane()],
    () => ["select-window", "-t", tab()],
    () => ["switch-client", "-t", workspace()],
    () => ["last-pane", "-t", tab()],
    () => ["resize-pane", "-Z", "-t", pane()],
  ];
  return pick(deeds)();
}

/**
 * Does `deeds` random things in bursts, and gives what a client that was told of them knows wrong in the end: what it
 * was told twice, and where it differs from tmux.
 */
export async function mirrored(seed: number, deeds: number): Promise<string[]> {
  await using server = await tmuxServer({ width: 200, height: 100 });
  const { folders } = await loadInto(server, recorder(server).launcher);
  const random = chance(seed);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  // The one that keeps the server alive takes no part.
  await server.tmux("new-session", "-d", "-x", "200", "-y", "100", "-s", "play", "cat");
  const roster = async () => rosterOf(await readWorld(edgeOf(server)));
  await server.tmux("set-option", "-g", "detach-on-destroy", "off");
  await using _person = await attachClient(server, { session: "play" });
  const mirror = new Mirror(await roster(), frontOf(await readWorld(edgeOf(server))));
  using reader = await listen(server, folders.runtime);
  for (let done = 0; done < deeds;) {
    const now = withoutHome(await roster());
    for (let burst = 1 + random(6); burst > 0 && done < deeds; burst -= 1, done += 1) {
      const command =
        now.panes.size === 0
          ? ["new-session", "-d", "-x", "200", "-y", "100", "cat"]
          : someCommand(pick, now);
      await carryOut(server, command);
    }
  }
  // No hook tells of windows that changed places: the next thing that happens brings it.
  await server.tmux("split-window", "-d", "-t", "%0", "cat");
  await until(
    "the queue is empty and nobody drains",
    () => server.tmux("display-message", "-p", "#{@agent_wizard_queue}#{@agent_wizard_draining}"),
    (text) => text === "",
  );
  let taken = 0;
  const catchUp = () => {
    for (const event of reader.heard.slice(taken)) mirror.take(event);
    taken = reader.heard.length;
    return shown(mirror).join("\n");
  };
  const front = frontOf(await readWorld(edgeOf(server)));
  const truth = shown(new Mirror(await roster(), front));
  const known = await settled(catchUp, truth.join("\n"));
  return [
    ...mirror.contradictions,
    ...truth.filter((line) => !known.includes(line)).map((line) => `never heard: ${line}`),
    ...known.filter((line) => !truth.includes(line)).map((line) => `still known: ${line}`),
  ];
}

/** What is known once it is what is wanted, or when that does not come. */
async function settled(read: () => string, wanted: string): Promise<string[]> {
  const deadline = performance.now() + 3000;
  const isOver = () => performance.now() > deadline;
  await until("everything is told, or will not be", () => read() === wanted || isOver());
  return read().split("\n");
}

/** The roster without the first workspace. */
function withoutHome({ panes, tabs, workspaces }: Roster): Roster {
  return {
    panes: new Map([...panes].filter(([, tab]) => tab !== "@0")),
    tabs: new Map([...tabs].filter(([tab]) => tab !== "@0")),
    workspaces: new Map([...workspaces].filter(([id]) => id !== "$0")),
  };
}

/** tmux refuses what makes no sense. */
async function carryOut(server: TmuxServer, command: readonly string[]): Promise<void> {
  const child = Bun.spawn(["tmux", "-L", server.name, ...command], {
    env: { ...server.box.env },
    stdio: ["ignore", "ignore", "ignore"],
  });
  await child.exited;
}
