/** Public ids, computed from tmux's own (decision 3; reference/herdr/cli.md §3). Nothing is stored, nothing reused. */

const DIGITS = "123456789ABCDEFGHJKMNPQRSTVWXYZ0";

/** tmux ids, as tmux spells them. */
export type WorkspaceId = `$${number}`;
export type TabId = `@${number}`;
export type PaneId = `%${number}`;

/** n ≥ 1 in bijective base 32: 1 → `1`, 10 → `A`, 32 → `0`, 33 → `11`. */
export function printNumber(n: number): string {
  let text = "";
  for (let rest = n; rest > 0; rest = Math.floor((rest - 1) / 32)) {
    text = (DIGITS[(rest - 1) % 32] ?? "") + text;
  }
  return text;
}

/** The number that `text` spells, or null. Upper case only, as herdr's. */
export function parseNumber(text: string): number | null {
  if (text === "" || text.length > 6) return null;
  let n = 0;
  for (const digit of text) {
    const value = DIGITS.indexOf(digit);
    if (value < 0) return null;
    n = n * 32 + value + 1;
  }
  return n;
}

/** The number in a tmux id: tmux counts up and uses none again, so the lower is the older. */
export const serial = (id: WorkspaceId | TabId | PaneId): number => Number(id.slice(1));

/** `$0` → `w1`: tmux counts from 0, public ids from 1. */
export const publicWorkspaceId = (workspace: WorkspaceId): string =>
  `w${printNumber(serial(workspace) + 1)}`;

/** `@2` in `$0` → `w1:t3`. */
export const publicTabId = (workspace: WorkspaceId, tab: TabId): string =>
  `${publicWorkspaceId(workspace)}:t${printNumber(serial(tab) + 1)}`;

/** `%15` in `$0` → `w1:pG`. */
export const publicPaneId = (workspace: WorkspaceId, pane: PaneId): string =>
  `${publicWorkspaceId(workspace)}:p${printNumber(serial(pane) + 1)}`;

function parseTmuxId(text: string, sigil: string): number | null {
  if (!text.startsWith(sigil)) return null;
  return /^\d{1,9}$/.test(text.slice(1)) ? Number(text.slice(1)) : null;
}

/** `$3` or `w4` → `$3`; anything else is null. */
export function parseWorkspaceId(text: string): WorkspaceId | null {
  const own = parseTmuxId(text, "$");
  if (own !== null) return `$${own}`;
  const n = text.startsWith("w") ? parseNumber(text.slice(1)) : null;
  return n === null ? null : `$${n - 1}`;
}

export const isWorkspaceId = (id: PaneId | TabId | WorkspaceId): id is WorkspaceId =>
  id.startsWith("$");

/** `<workspace>:<letter><n>`: the workspace part must spell some id, but only the last part names the thing. */
function parsePart(text: string, letter: "t" | "p"): number | null {
  const colon = text.indexOf(":");
  if (colon < 0 || parseWorkspaceId(text.slice(0, colon)) === null) return null;
  const n = text[colon + 1] === letter ? parseNumber(text.slice(colon + 2)) : null;
  return n === null ? null : n - 1;
}

/** `@3` or `w1:t4` → `@3`; a moved tab still resolves by its old id, because its tab part is unique. */
export function parseTabId(text: string): TabId | null {
  const n = parseTmuxId(text, "@") ?? parsePart(text, "t");
  return n === null ? null : `@${n}`;
}

/** `%3` or `w1:p4` → `%3`; a moved pane still resolves by its old id, because its pane part is unique. */
export function parsePaneId(text: string): PaneId | null {
  const n = parseTmuxId(text, "%") ?? parsePart(text, "p");
  return n === null ? null : `%${n}`;
}

/** The word that stands for the pane a call comes from wherever a pane's id can stand. */
export const CALLING = "%calling";

/** What something is about, in tmux's ids. */
export interface Ids {
  pane?: PaneId;
  tab?: TabId;
  workspace?: WorkspaceId;
}

/** The ids among fields; what is no id is left out. */
export function idsOf(fields: Readonly<Record<string, string>>): Ids {
  const pane = parsePaneId(fields["pane"] ?? "");
  const tab = parseTabId(fields["tab"] ?? "");
  const workspace = parseWorkspaceId(fields["workspace"] ?? "");
  return { ...(pane && { pane }), ...(tab && { tab }), ...(workspace && { workspace }) };
}
