import {
  paneFormats,
  paneRow,
  rowFormat,
  serverFormats,
  tabFormats,
  workspaceFormats,
} from "../../src/tmux/formats.ts";

type Values = Readonly<Record<string, string>>;

/** A pane's fields with the workspace that its tab is linked into. */
export type PrintedPane = Values & {
  readonly workspaceId: string;
  readonly tabId: string;
  readonly paneId: string;
};

/** The rows in which tmux tells of a server and its panes, their tabs named by `tabs`; what is not given is blank. */
export function printedWorld(
  server: Values,
  panes: readonly PrintedPane[],
  tabs: Readonly<Record<string, Values>> = {},
): string {
  const links = new Map<string, Record<string, string>>();
  for (const { workspaceId, tabId, isActive } of panes) {
    const key = `${workspaceId} ${tabId}`;
    const flags = isActive === "1" ? "*" : (links.get(key)?.["flags"] ?? "");
    links.set(key, { workspaceId, id: tabId, ...tabs[tabId], flags });
  }
  const workspaceIds = new Set(panes.map(({ workspaceId }) => workspaceId));
  return [
    row("S", serverFormats, server),
    ...[...workspaceIds].map((id) => row("W", workspaceFormats, { id })),
    ...[...links.values()].map((link) => row("T", tabFormats, link)),
    ...panes.map(printedPane),
    "",
  ].join("\n");
}

export const printedPane = (values: Values): string => paneRow(filled(paneFormats, values));

const row = (letter: string, formats: Values, values: Values): string =>
  rowFormat(letter, filled(formats, values));

function filled<Field extends string>(
  formats: Readonly<Record<Field, string>>,
  values: Values,
): Record<Field, string> {
  const texts: Record<Field, string> = { ...formats };
  for (const field in texts) texts[field] = values[field] ?? "";
  return texts;
}
