import type { WorkspaceId } from "../core/ids.ts";
import { findWorkspace } from "../core/world.ts";
import type { Tab, TabLink, World } from "../core/world.ts";
import type { Command } from "../tmux/client.ts";

/** One tab in the place of another. */
export interface Replacement {
  /** Where the new tab stands once it is shown. */
  place: string;
  shown: readonly Command[];
  /** The very last command: tmux may give every tab another number when one closes (renumber-windows). */
  closed: Command;
}

/**
 * The commands that put the tab at `source` wherever the old one is shown, in front where that is in front, and the one that
 * closes the old. A workspace that shows no other tab would close with it, so all of them show the new one first.
 */
export function replacement(
  world: World,
  workspaceId: WorkspaceId,
  replaced: Tab,
  source: string,
): Replacement | null {
  const links = world.links.filter(({ tabId }) => tabId === replaced.id);
  const own = links.find((link) => link.workspaceId === workspaceId);
  if (!own) return null;
  const place = placeOf(own);
  return {
    place,
    shown: [
      ["swap-window", "-s", source, "-t", place],
      ...othersOf(world, links, own).map((link) => linkCommand(place, link)),
    ],
    closed: ["kill-window", "-t", replaced.id],
  };
}

const placeOf = ({ workspaceId, index }: TabLink): string => `${workspaceId}:${index}`;

const linkCommand = (place: string, link: TabLink): Command => [
  "link-window",
  ...(link.isCurrent ? [] : ["-d"]),
  "-k",
  "-s",
  place,
  "-t",
  placeOf(link),
];

/** What one workspace of a group shows all of them show, so a group is told once, and the one of `own` has been. */
function othersOf(world: World, links: readonly TabLink[], own: TabLink): TabLink[] {
  const groupOf = ({ workspaceId }: TabLink) =>
    findWorkspace(world, workspaceId)?.group ?? workspaceId;
  const told = new Set([groupOf(own)]);
  return links.filter((link) => {
    const isFirst = !told.has(groupOf(link));
    told.add(groupOf(link));
    return isFirst;
  });
}
