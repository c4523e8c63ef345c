import { Failure } from "../core/failure.ts";
import type { TabId, WorkspaceId } from "../core/ids.ts";
import { parseTabId } from "../core/ids.ts";
import { fitsInto, leastSize, leavesOf } from "../core/layout-sizes.ts";
import type { Size } from "../core/layout-sizes.ts";
import type { LayoutWish } from "../core/layout-wish.ts";
import { literal } from "../core/quote.ts";
import { currentTab, findTab, panesOf } from "../core/world.ts";
import type { Tab, World } from "../core/world.ts";
import type { Edges } from "../edges.ts";
import { isFolder } from "../system/folders.ts";
import { uniqueName } from "../system/unique-name.ts";
import type { Changed } from "../tmux/change.ts";
import { commandText } from "../tmux/change.ts";
import type { Command } from "../tmux/client.ts";
import { paneWords, splitCommands } from "./build.ts";
import { replacement } from "./replace.ts";

/** Makes a tab with the panes of a tree, all of it or nothing. */

export interface ApplyWish {
  root: LayoutWish;
  workspaceId: WorkspaceId;
  /** The tab that the new one takes the place of; null for one more tab at the end. */
  replaced: Tab | null;
  /** Null for a tab that tmux names. */
  label: string | null;
}

export interface Applied {
  world: World;
  tab: Tab;
}

interface Making extends ApplyWish {
  /** Where the new tab is: at the end. It has no id yet while the call that makes it is put together. */
  place: string;
  cwd: string;
  mark: string;
}

/**
 * One tmux call makes the tab and splits it when it gets the size of the tab beside it, two when tmux gives it another.
 * A tab that is replaced closes last, and the new one is in front where the old one was.
 *
 * @throws Failure `invalid_argument` about the layout before anything is made; `tmux_error` about the layout, with what
 *   was made taken away; `not_found` when the workspace or the tab has gone
 */
export async function applyLayout(edges: Edges, seen: World, wish: ApplyWish): Promise<Applied> {
  const beside = wish.replaced ?? currentTab(seen, wish.workspaceId);
  const size: Size = { width: beside?.width ?? 80, height: beside?.height ?? 24 };
  requireFit(wish.root, size);
  const making = await makingOf(seen, wish, beside);
  const { changed, tabId } = await make(edges, seen, making, size);
  const tab = findTab(changed.world, tabId);
  if (tab) return { world: changed.world, tab };
  throw failed("every pane of it ended at once", null);
}

const failed = (why: string, cause: unknown): Failure =>
  new Failure("tmux_error", `the layout was not applied, and nothing of it is left: ${why}`, {
    subject: "layout",
    cause,
  });

function requireFit(root: LayoutWish, size: Size): void {
  const least = leastSize(root);
  if (fitsInto(least, size)) return;
  throw new Failure(
    "invalid_argument",
    `the layout needs ${least.width}×${least.height} cells and the tab has ${size.width}×${size.height}: take fewer panes, or a larger terminal`,
    { subject: "layout" },
  );
}

/** tmux opens a pane whose folder is not there somewhere else and says nothing, so that is looked at before. */
async function requireFolders(root: LayoutWish): Promise<void> {
  const folders = new Set(leavesOf(root).flatMap(({ cwd }) => cwd ?? []));
  const found = await Promise.all([...folders].map((folder) => isFolder(folder)));
  const missing = [...folders].find((_, at) => found[at] === false);
  if (missing === undefined) return;
  throw new Failure(
    "invalid_argument",
    `the layout cannot be used: ${JSON.stringify(missing)}, the cwd of a pane, is no folder`,
    { subject: "layout" },
  );
}

async function makingOf(seen: World, wish: ApplyWish, beside: Tab | null): Promise<Making> {
  await requireFolders(wish.root);
  return {
    ...wish,
    place: `${wish.workspaceId}:{end}`,
    cwd: folderOf(seen, wish.workspaceId, beside),
    mark: uniqueName(),
  };
}

/** Where panes without a cwd of their own open: where the tab beside is, as herdr's new panes follow. */
function folderOf(seen: World, workspaceId: WorkspaceId, beside: Tab | null): string {
  const active = beside && panesOf(seen, beside.id).find((pane) => pane.isActive);
  const path = seen.workspaces.find(({ id }) => id === workspaceId)?.path;
  return active?.cwd || path || "/";
}

const MARK = "@agent_wizard_layout";

async function make(
  edges: Edges,
  seen: World,
  making: Making,
  size: Size,
): Promise<{ changed: Changed; tabId: TabId }> {
  const { workspaceId, replaced, place } = making;
  try {
    const target = replaced?.id ?? workspaceId;
    const rest = finished(seen, making, place, size);
    const commands = [...started(making), whenSized(place, size, rest)];
    const changed = await edges.change(seen, { target, commands });
    const [id = "", ...words] = changed.printed.split("\n");
    const tabId = parseTabId(id);
    if (tabId === null) throw failed(`tmux named no tab but ${JSON.stringify(id)}`, null);
    if (words.at(-1) === READY) return { changed, tabId };
    if (words.at(-1) === OPEN) return await finishAt(edges, changed.world, making, tabId);
    throw new Failure("tmux_error", "tmux refused a part of it, as when a hook closes a pane");
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause;
    if (await takeAway(edges, making)) throw failed(cause.message, cause);
    throw cause;
  }
}

/** The tab with its first pane, marked as one that is being made. Its panes count from 0 until it is ready. */
function started({ place, root, label, cwd, mark }: Making): Command[] {
  const name = label === null ? [] : ["-n", literal(label)];
  const print = ["-P", "-F", "#{window_id}"];
  const [first] = leavesOf(root);
  const words = first ? paneWords(first, cwd) : [];
  return [
    ["new-window", "-d", "-a", "-t", place, ...name, ...print, ...words],
    ["set-option", "-w", "-t", place, MARK, mark],
    ["set-option", "-w", "-t", place, "pane-base-index", "0"],
  ];
}

/** The last word of a call that made the whole layout, and of one that left the tab as it was begun. */
const [READY, OPEN] = ["ready", "open"];

/** The commands if the tab has that size; else the tab stays marked. Each way has its word behind it. */
const whenSized = (
  place: string,
  { width, height }: Size,
  commands: readonly Command[],
): Command => [
  "if-shell",
  "-F",
  "-t",
  place,
  `#{==:#{window_width}x#{window_height},${width}x${height}}`,
  commandText([...commands, ["display-message", "-p", READY]]),
  `display-message -p ${OPEN}`,
];

/** All that is left to do once the tab's size is known. */
function finished(seen: World, making: Making, target: string, size: Size): Command[] {
  const { root, cwd, replaced, workspaceId } = making;
  const area = { x: 0, y: 0, ...size };
  const moved = replaced && replacement(seen, workspaceId, replaced, target);
  return [
    ...splitCommands(root, { area, target, cwd }),
    ...leavesOf(root).flatMap(({ label }, at): Command[] =>
      label === null ? [] : [["set-option", "-p", "-t", `${target}.${at}`, "@agent_label", label]],
    ),
    ["set-option", "-w", "-u", "-t", target, "pane-base-index"],
    ...(moved?.shown ?? []),
    ["set-option", "-w", "-u", "-t", moved?.place ?? target, MARK],
    ...(moved ? [moved.closed] : []),
  ];
}

/** The tab got another size than the one beside it has, as in a workspace that nobody is attached to. */
async function finishAt(
  edges: Edges,
  world: World,
  making: Making,
  tabId: TabId,
): Promise<{ changed: Changed; tabId: TabId }> {
  const tab = findTab(world, tabId);
  if (!tab) throw failed("the new tab closed at once", null);
  requireFit(making.root, tab);
  const commands = finished(world, making, `${making.workspaceId}:${tabId}`, tab);
  return { changed: await edges.change(world, { target: tabId, commands }), tabId };
}

/** Closes the tab that is marked as the one being made here; tells whether there was one. */
async function takeAway({ tmux }: Edges, { mark }: Making): Promise<boolean> {
  const rows = await tmux.run(["list-windows", "-a", "-F", `#{window_id} #{${MARK}}`]);
  const row = rows.split("\n").find((line) => line.endsWith(` ${mark}`));
  const tabId = parseTabId(row?.split(" ")[0] ?? "");
  if (tabId === null) return false;
  await tmux.run(["kill-window", "-t", tabId]);
  return true;
}
