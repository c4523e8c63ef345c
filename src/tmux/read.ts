import { Failure } from "../core/failure.ts";
import { parseGrants, parseGrantsMode } from "../core/grants.ts";
import { parsePaneId, parseTabId, parseWorkspaceId, serial } from "../core/ids.ts";
import type { PaneId, TabId, WorkspaceId } from "../core/ids.ts";
import { parseMembership } from "../core/membership.ts";
import { parseMetadata } from "../core/metadata.ts";
import { parseStatus } from "../core/status.ts";
import type {
  Client,
  Drawn,
  Pane,
  Reading,
  Server,
  Tab,
  TabLink,
  Workspace,
  World,
} from "../core/world.ts";
import type { Command, Tmux } from "./client.ts";
import { asHeld, FLOOR, isAtLeast, parseVersion, printVersion } from "./version.ts";
import {
  clientFormats,
  columnsOf,
  PANE_ROW_FORMAT,
  paneColumns,
  paneFormats,
  rowFields,
  rowFormat,
  SEPARATOR,
  serverFormats,
  tabFormats,
  workspaceFormats,
} from "./formats.ts";

type ServerFields = Record<keyof typeof serverFormats, string>;
type ClientFields = Record<keyof typeof clientFormats, string>;
type WorkspaceFields = Record<keyof typeof workspaceFormats, string>;
type TabFields = Record<keyof typeof tabFormats, string>;
/** A pane's columns are read where they stand: naming them anew for each pane is what a cold start waits for. */
type PaneColumns = readonly string[];

/**
 * The one call that reads a server: its own facts, its clients, its workspaces, every tab once per link, and every pane
 * once per link of its tab. A pane's row is by far the dearest, so it says nothing that the others say (formats.ts).
 */
export const WORLD_COMMANDS: readonly Command[] = [
  ["display-message", "-p", rowFormat("S", serverFormats)],
  ["list-clients", "-F", rowFormat("C", clientFormats)],
  ["list-sessions", "-F", rowFormat("W", workspaceFormats)],
  ["list-windows", "-a", "-F", rowFormat("T", tabFormats)],
  ["list-panes", "-a", "-F", PANE_ROW_FORMAT],
];

const numberOrNull = (text: string): number | null => (/^-?\d+$/.test(text) ? Number(text) : null);
const numberOr0 = (text: string): number => numberOrNull(text) ?? 0;
/** OSC 9;4 as it was printed: state 1 has a percentage, the others have none that tells. */
const percentOrNull = (progress: string): number | null =>
  numberOrNull(/^4;1;(\d{1,3})$/.exec(progress)?.[1] ?? "");
const textOrNull = (text: string): string | null => (text === "" ? null : text);

const COLUMN = columnsOf(paneFormats);

function reading(columns: PaneColumns): Reading | null {
  const of = (column: number): string => columns[column] ?? "";
  const kind = of(COLUMN.kind);
  const name = of(COLUMN.name);
  if (kind === "" && name === "") return null;
  return {
    kind,
    name: textOrNull(name),
    status: parseStatus(of(COLUMN.state)) ?? "unknown",
    sinceMs: numberOrNull(of(COLUMN.stateSince)),
    stateSeq: numberOr0(of(COLUMN.stateSeq)),
    rule: textOrNull(of(COLUMN.rule)),
    source: textOrNull(of(COLUMN.source)),
    message: textOrNull(of(COLUMN.message)),
    progressPercent: percentOrNull(of(COLUMN.progress)),
    pid: numberOrNull(of(COLUMN.agentPid).split(" ")[0] ?? ""),
  };
}

/** What the rows before tell of a pane. */
interface Place {
  readonly tabId: TabId;
  readonly home: Home;
  /** The machine's name, which tmux gives as the title of a pane without one. */
  readonly host: string;
}

function pane(columns: PaneColumns, id: PaneId, { tabId, home, host }: Place): Pane {
  const of = (column: number): string => columns[column] ?? "";
  const mode = of(COLUMN.mode);
  const pipe = of(COLUMN.pipe);
  const title = of(COLUMN.title);
  return {
    id,
    tabId,
    workspaceId: home.workspaceId,
    index: numberOr0(of(COLUMN.index)),
    isActive: of(COLUMN.isActive) === "1",
    isDead: of(COLUMN.isDead) === "1",
    pid: numberOr0(of(COLUMN.pid)),
    tty: of(COLUMN.tty),
    command: of(COLUMN.command),
    startCommand: of(COLUMN.startCommand),
    // A process that has only just been started has no folder to tell yet.
    cwd: of(COLUMN.cwd) || of(COLUMN.startFolder),
    title: title === host ? "" : title,
    label: textOrNull(of(COLUMN.label)),
    left: numberOr0(of(COLUMN.left)),
    top: numberOr0(of(COLUMN.top)),
    width: numberOr0(of(COLUMN.width)),
    height: numberOr0(of(COLUMN.height)),
    isInMode: mode !== "",
    takesInput: of(COLUMN.isInputOff) !== "1",
    isOnAlternateScreen: of(COLUMN.isOnAlternateScreen) === "1",
    drawn: drawn(of(COLUMN.cursor), home.activityUnix),
    historySize: numberOr0(of(COLUMN.historySize)),
    scrollPosition: numberOr0(mode.slice(2)),
    hasPipe: pipe !== "",
    pipeOpenedUnix: numberOrNull(pipe.slice(2)),
    watcher: textOrNull(of(COLUMN.watcher)),
    grants: parseGrants(of(COLUMN.grants)),
    agent: reading(columns),
    metadata: parseMetadata(of(COLUMN.metadata)),
  };
}

function drawn(cursor: string, atUnix: number): Drawn {
  const [x = "", y = ""] = cursor.split(" ");
  return { atUnix, cursorX: numberOr0(x), cursorY: numberOr0(y) };
}

function tab(fields: TabFields, id: TabId, workspaceId: WorkspaceId): Tab {
  const [, width = "", height = ""] = /^[^,]*,(\d+)x(\d+),/.exec(fields.layout) ?? [];
  return {
    id,
    workspaceId,
    name: fields.name,
    isAutoNamed: fields.isAutoNamed === "1",
    isZoomed: fields.flags.includes("Z"),
    layout: fields.layout,
    width: numberOr0(width),
    height: numberOr0(height),
  };
}

function workspace(fields: WorkspaceFields): Workspace | null {
  const id = parseWorkspaceId(fields.id);
  if (!id) return null;
  return {
    id,
    name: fields.name,
    path: fields.path,
    group: textOrNull(fields.group),
    activityUnix: numberOr0(fields.activity),
    worktree: parseMembership(fields.worktree),
    metadata: parseMetadata(fields.metadata),
  };
}

function client(fields: ClientFields): Client | null {
  const workspaceId = parseWorkspaceId(fields.workspaceId);
  const tabId = parseTabId(fields.tabId);
  const paneId = parsePaneId(fields.paneId);
  // tmux prints no such id for a client that goes while it is listed.
  if (!workspaceId || !tabId || !paneId) return null;
  return {
    name: fields.name,
    tty: fields.tty,
    isControl: fields.isControl === "1",
    isFocused: fields.flags.split(",").includes("focused"),
    workspaceId,
    tabId,
    paneId,
    activityUnix: numberOr0(fields.activity),
  };
}

interface LinkRow {
  readonly link: TabLink;
  readonly fields: TabFields;
}

function linkRow(fields: TabFields): LinkRow | null {
  const workspaceId = parseWorkspaceId(fields.workspaceId);
  const tabId = parseTabId(fields.id);
  if (!workspaceId || !tabId) return null;
  const isCurrent = fields.flags.includes("*");
  return { link: { workspaceId, tabId, index: numberOr0(fields.index), isCurrent }, fields };
}

interface Home {
  readonly workspaceId: WorkspaceId;
  /** When a program last wrote into the tab. */
  readonly activityUnix: number;
}

/** A tab's home is the lowest workspace that holds it, whichever link tmux prints first (decision 3). */
function homesOf(rows: readonly LinkRow[]): Map<TabId, Home> {
  const homes = new Map<TabId, Home>();
  for (const { link, fields } of rows) {
    const { workspaceId, tabId } = link;
    const home = homes.get(tabId);
    if (home && serial(home.workspaceId) <= serial(workspaceId)) continue;
    homes.set(tabId, { workspaceId, activityUnix: numberOr0(fields.activity) });
  }
  return homes;
}

function serverFieldsIn(text: string): ServerFields {
  const row = /^S\t[^\n]*/m.exec(text)?.[0];
  const version = row ? rowFields(row, serverFormats)?.version : undefined;
  const fields =
    row && version !== undefined ? rowFields(asHeld(row, version), serverFormats) : null;
  if (!fields) throw new Failure("tmux_error", "tmux did not say which server it is");
  if (isAtLeast(parseVersion(fields.version), FLOOR)) return fields;
  throw new Failure(
    "unsupported",
    `the tmux server on ${fields.socketPath} is ${fields.version}; taw needs ${printVersion(FLOOR)} or newer: install it and start the server again`,
  );
}

function server(fields: ServerFields): Server {
  const { pid, start, now, socketPath, version, grantsMode, configFolder, view, hooks } = fields;
  const front = frontIn(fields.front);
  return {
    pid: numberOr0(pid),
    startUnix: numberOr0(start),
    nowUnix: numberOr0(now),
    socketPath,
    version,
    grantsMode: parseGrantsMode(grantsMode),
    ...(front && { front }),
    ...(configFolder && { configFolder }),
    ...(view && { view }),
    ...(hooks && { hooks }),
  };
}

/** `@agent_wizard_front`: unix seconds and the workspace's number. */
function frontIn(text: string): NonNullable<Server["front"]> | null {
  const [at = "", workspace = ""] = text.split(" ");
  const workspaceId = parseWorkspaceId(`$${workspace}`);
  return /^\d+$/.test(at) && workspaceId ? { atUnix: Number(at), workspaceId } : null;
}

/** The rows of one kind; a line that is no row is left out. */
const rowsIn = <Field extends string>(
  lines: readonly string[],
  letter: string,
  formats: Readonly<Record<Field, string>>,
): Record<Field, string>[] =>
  lines
    .filter((line) => line.startsWith(`${letter}${SEPARATOR}`))
    .flatMap((line) => rowFields(line, formats) ?? []);

/** What `WORLD_COMMANDS` printed, as a World. */
export function parseWorld(text: string): World {
  const serverFields = serverFieldsIn(text);
  const lines = asHeld(text, serverFields.version).split("\n");
  const linkRows = rowsIn(lines, "T", tabFormats).flatMap((fields) => linkRow(fields) ?? []);
  const homes = homesOf(linkRows);
  return {
    server: server(serverFields),
    workspaces: rowsIn(lines, "W", workspaceFormats).flatMap((fields) => workspace(fields) ?? []),
    links: linkRows.map(({ link }) => link),
    tabs: tabsIn(linkRows, homes),
    panes: panesIn(lines, homes, serverFields.host),
    clients: rowsIn(lines, "C", clientFormats).flatMap((fields) => client(fields) ?? []),
  };
}

/** Each tab once, whichever of its links is printed first. */
function tabsIn(rows: readonly LinkRow[], homes: ReadonlyMap<TabId, Home>): Tab[] {
  const tabs = new Map<TabId, Tab>();
  for (const { link, fields } of rows) {
    const home = homes.get(link.tabId);
    if (home && !tabs.has(link.tabId)) {
      tabs.set(link.tabId, tab(fields, link.tabId, home.workspaceId));
    }
  }
  return [...tabs.values()];
}

/** Each pane once, though its row stands there once per link of its tab; one that is of no tab there is left out. */
function panesIn(lines: readonly string[], homes: ReadonlyMap<TabId, Home>, host: string): Pane[] {
  const panes = new Map<PaneId, Pane>();
  for (const line of lines) {
    const columns = line.startsWith(`P${SEPARATOR}`) ? paneColumns(line) : null;
    const id = parsePaneId(columns?.[COLUMN.paneId] ?? "");
    const tabId = parseTabId(columns?.[COLUMN.tabId] ?? "");
    const home = tabId && homes.get(tabId);
    if (columns && id && home && !panes.has(id))
      panes.set(id, pane(columns, id, { tabId, home, host }));
  }
  return [...panes.values()];
}

/** One tmux call → World. Throws `tmux_error` as the client does. */
export const readWorld = async (tmux: Tmux): Promise<World> =>
  parseWorld(await tmux.run(...WORLD_COMMANDS));
