import { Failure } from "../../core/failure.ts";
import type { WorkspaceId } from "../../core/ids.ts";
import { queueAppend } from "../../core/queue.ts";
import { tabRecord } from "../../core/records.ts";
import { currentTab, findWorkspace, tabsOf } from "../../core/world.ts";
import type { TabLink, World } from "../../core/world.ts";
import type { Command } from "../../tmux/client.ts";
import { changeAsSeen } from "../as-seen.ts";
import { requireTab } from "../target.ts";
import { defineVerb } from "../verb.ts";

/**
 * Windows change places one by one, so that the workspace keeps the numbers that its tabs have. `insertIndex` counts
 * places before the tab is taken out, as herdr's does (reference/herdr/socket.md §3).
 */
export default defineVerb({
  path: ["tab", "move"],
  summary: "Move a tab to another place in its workspace",
  grant: "admin",
  method: "tab.move",
  result: "tab_list",
  args: {
    tabId: { kind: "word", required: true, value: "TAB", doc: "w1:t1 or @0" },
    insertIndex: {
      kind: "number",
      required: true,
      value: "N",
      doc: "in front of the tab that has this place, from 0; as many as there are tabs for the end",
    },
  },
  run: async (edges, args) => {
    const first = await edges.look();
    const { plan, changed } = await changeAsSeen(edges, first, (world) => planMove(world, args));
    const { world } = changed;
    const { workspaceId } = plan;
    return {
      type: "tab_list",
      tabs: tabsOf(world, workspaceId).map((one) => tabRecord(world, one, workspaceId)),
    };
  },
});

function planMove(world: World, words: { tabId: string; insertIndex: number }) {
  const { tab, workspaceId } = requireTab(world, words.tabId);
  const links = linksOf(world, workspaceId);
  const from = links.findIndex(({ tabId }) => tabId === tab.id);
  const to = placeFor(words.insertIndex, from, links.length);
  const moving = [
    ...swaps(links, from, to),
    ...keepCurrent(world, workspaceId),
    queueAppend("tab-moved", tab.id),
  ];
  const wish = from === to ? null : { target: workspaceId, commands: moving };
  return { workspaceId, stillSo: stillInOrder(links), wish };
}

const linksOf = (world: World, id: WorkspaceId): TabLink[] =>
  world.links.filter(({ workspaceId }) => workspaceId === id);

function placeFor(insertIndex: number, from: number, count: number): number {
  if (insertIndex >= 0 && insertIndex <= count) {
    return insertIndex > from ? insertIndex - 1 : insertIndex;
  }
  throw new Failure("invalid_argument", `place ${insertIndex} is not there: give 0 to ${count}`, {
    subject: "moved tab",
  });
}

/** The places are those that were read: somebody else may move tabs too. */
const stillInOrder = (links: readonly TabLink[]) => ({
  format: `#{==:#{W:#{window_index}#{window_id} },${links.map(({ index, tabId }) => `${index}${tabId} `).join("")}}`,
  otherwise: new Failure("tmux_error", "the tabs changed while one was to be moved: try again", {
    subject: "moved tab",
  }),
});

const place = ({ workspaceId, index }: TabLink): string => `${workspaceId}:${index}`;

/** Neighbours change places from where the tab is to where it is to be. */
function swaps(links: readonly TabLink[], from: number, to: number): Command[] {
  const step = from < to ? 1 : -1;
  const commands: Command[] = [];
  for (let at = from; at !== to; at += step) {
    const [here, there] = [links[at], links[at + step]];
    if (here === undefined || there === undefined) break;
    commands.push(["swap-window", "-s", place(here), "-t", place(there)]);
  }
  return commands;
}

/** tmux goes on showing the number, not the window; each workspace of the group is to show the tab it showed. */
function keepCurrent(world: World, workspaceId: WorkspaceId): Command[] {
  const group = findWorkspace(world, workspaceId)?.group ?? null;
  const sharing = world.workspaces.filter(
    (one) => one.id === workspaceId || (group !== null && one.group === group),
  );
  return sharing.flatMap(({ id }): Command[] => {
    const tab = currentTab(world, id);
    return tab ? [["select-window", "-t", `${id}:${tab.id}`]] : [];
  });
}
