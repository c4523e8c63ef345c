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
/** Read where they stand: what names them anew for each of a hundred rows is what a cold start waits for. */
type Columns = readonly string[];

const paneRows = (...of: string[]): Command => ["list-panes", ...of, "-F", PANE_ROW_FORMAT];

/** Every pane once per link of its tab. A pane's row is by far the dearest, so it says nothing that the others say. */
export const ALL_PANES: Command = paneRows("-a");

/** The panes of one tab, which is the target's. */
export const panesOfTab = (target: PaneId | TabId): Command => paneRows("-t", target);

/** All else of a World: the server's own facts, its clients, its workspaces, every tab once per link. */
export const FRAME_COMMANDS: readonly Command[] = [
  ["display-message", "-p", rowFormat("S", serverFormats)],
  ["list-clients", "-F", rowFormat("C", clientFormats)],
  ["list-sessions", "-F", rowFormat("W", workspaceFormats)],
  ["list-windows", "-a", "-F", rowFormat("T", tabFormats)],
];

/** The one call that reads a server (formats.ts). */
export const WORLD_COMMANDS: readonly Command[] = [ALL_PANES, ...FRAME_COMMANDS];

const numberOrNull = (text: string): number | null => (/^-?\d+$/.test(text) ? Number(text) : null);
const numberOr0 = (text: string): number => numberOrNull(text) ?? 0;
/** The same of what tmux counts itself, without a pattern, which costs ten times as much where nothing is compiled. */
const countIn = (text: string): number => Number(text) || 0;
/** OSC 9;4 as it was printed: state 1 has a percentage, the others have none that tells. */
const percentOrNull = (progress: string): number | null =>
  numberOrNull(/^4;1;(\d{1,3})$/.exec(progress)?.[1] ?? "");
const textOrNull = (text: string): string | null => (text === "" ? null : text);

const COLUMN = columnsOf(paneFormats);
const TAB_COLUMN = columnsOf(tabFormats);
const TAB_COUNT = Object.keys(tabFormats).length + 1;

function reading(columns: Columns): Reading | null {
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

/** @param host the machine's name, which tmux gives as the title of a pane without one */
function pane(columns: Columns, id: PaneId, home: Home, host: string): Pane {
  const of = (column: number): string => columns[column] ?? "";
  const mode = of(COLUMN.mode);
  const pipe = of(COLUMN.pipe);
  const title = of(COLUMN.title);
  return {
    id,
    tabId: home.tabId,
    workspaceId: home.workspaceId,
    index: countIn(of(COLUMN.index)),
    isActive: of(COLUMN.isActive) === "1",
    isDead: of(COLUMN.isDead) === "1",
    pid: countIn(of(COLUMN.pid)),
    tty: of(COLUMN.tty),
    command: of(COLUMN.command),
    startCommand: of(COLUMN.startCommand),
    // A process that has only just been started has no folder to tell yet.
    cwd: of(COLUMN.cwd) || of(COLUMN.startFolder),
    title: title === host ? "" : title,
    label: textOrNull(of(COLUMN.label)),
    left: countIn(of(COLUMN.left)),
    top: countIn(of(COLUMN.top)),
    width: countIn(of(COLUMN.width)),
    height: countIn(of(COLUMN.height)),
    isInMode: mode !== "",
    takesInput: of(COLUMN.isInputOff) !== "1",
    isOnAlternateScreen: of(COLUMN.isOnAlternateScreen) === "1",
    drawn: drawn(of(COLUMN.cursor), home.activityUnix),
    historySize: countIn(of(COLUMN.historySize)),
    scrollPosition: countIn(mode.slice(2)),
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
  return { atUnix, cursorX: countIn(x), cursorY: countIn(y) };
}

function tab(columns: Columns, id: TabId, workspaceId: WorkspaceId): Tab {
  const of = (column: number): string => columns[column] ?? "";
  const layout = of(TAB_COLUMN.layout);
  const [width = "", height = ""] = (layout.split(",", 2)[1] ?? "").split("x");
  return {
    id,
    workspaceId,
    name: of(TAB_COLUMN.name),
    isAutoNamed: of(TAB_COLUMN.isAutoNamed) === "1",
    isZoomed: of(TAB_COLUMN.flags).includes("Z"),
    layout,
    width: countIn(width),
    height: countIn(height),
  };
}

function workspace(fields: WorkspaceFields | null): Workspace | null {
  const id = fields && parseWorkspaceId(fields.id);
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

function client(fields: ClientFields | null): Client | null {
  if (!fields) return null;
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

/** What the rows of tabs tell, and of each tab where its panes are at home. */
interface Tabs {
  readonly links: TabLink[];
  readonly tabs: Tab[];
  readonly homes: ReadonlyMap<string, Home>;
}

interface Home {
  readonly tabId: TabId;
  /** The lowest workspace that holds the tab, whichever link tmux prints first (decision 3). */
  workspaceId: WorkspaceId;
  /** When a program last wrote into the tab. */
  readonly activityUnix: number;
  readonly columns: Columns;
}

function tabsIn(rows: readonly string[]): Tabs {
  const links: TabLink[] = [];
  const homes = new Map<string, Home>();
  for (let at = 0; at < rows.length; at += 1) {
    const columns = (rows[at] ?? "").split(SEPARATOR);
    const link = columns.length === TAB_COUNT ? linkIn(columns) : null;
    if (!link) continue;
    const { tabId, workspaceId } = link;
    links.push(link);
    const home = homes.get(tabId);
    if (!home) {
      const activityUnix = countIn(columns[TAB_COLUMN.activity] ?? "");
      homes.set(tabId, { tabId, workspaceId, activityUnix, columns });
    } else if (serial(workspaceId) < serial(home.workspaceId)) home.workspaceId = workspaceId;
  }
  const tabs = Array.from(homes.values(), (home) =>
    tab(home.columns, home.tabId, home.workspaceId),
  );
  return { links, tabs, homes };
}

function linkIn(columns: Columns): TabLink | null {
  const workspaceId = parseWorkspaceId(columns[TAB_COLUMN.workspaceId] ?? "");
  const tabId = parseTabId(columns[TAB_COLUMN.id] ?? "");
  if (!workspaceId || !tabId) return null;
  const index = countIn(columns[TAB_COLUMN.index] ?? "");
  return { workspaceId, tabId, index, isCurrent: (columns[TAB_COLUMN.flags] ?? "").includes("*") };
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

/** The rows by the letter they begin with; a line that is no row is left out. */
function rowsIn(text: string): Record<"W" | "T" | "P" | "C", string[]> {
  const rows = { W: [], T: [], P: [], C: [] };
  const known: Readonly<Record<string, string[]>> = rows;
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (line.charAt(1) === SEPARATOR) known[line.charAt(0)]?.push(line);
  }
  return rows;
}

/** Whether `FRAME_COMMANDS` printed all that they print: tabs come last, and no session is without. */
export const hasTabs = (text: string): boolean => text.includes(`\nT${SEPARATOR}`);

/** What `WORLD_COMMANDS` printed, as a World. */
export function parseWorld(text: string): World {
  const serverFields = serverFieldsIn(text);
  const rows = rowsIn(asHeld(text, serverFields.version));
  const { links, tabs, homes } = tabsIn(rows.T);
  return {
    server: server(serverFields),
    workspaces: rows.W.flatMap((row) => workspace(rowFields(row, workspaceFormats)) ?? []),
    links,
    tabs,
    panes: panesIn(rows.P, homes, serverFields.host),
    clients: rows.C.flatMap((row) => client(rowFields(row, clientFormats)) ?? []),
  };
}

/** Each pane once, though its row stands there once per link of its tab; one that is of no tab there is left out. */
function panesIn(rows: readonly string[], homes: ReadonlyMap<string, Home>, host: string): Pane[] {
  const panes: Pane[] = [];
  const known = new Set<PaneId>();
  for (let at = 0; at < rows.length; at += 1) {
    const columns = paneColumns(rows[at] ?? "");
    const id = parsePaneId(columns?.[COLUMN.paneId] ?? "");
    const home = homes.get(columns?.[COLUMN.tabId] ?? "");
    if (!columns || !id || !home || known.has(id)) continue;
    known.add(id);
    panes.push(pane(columns, id, home, host));
  }
  return panes;
}

/** One tmux call → World. Throws `tmux_error` as the client does. */
export const readWorld = async (tmux: Tmux): Promise<World> =>
  parseWorld(await tmux.run(...WORLD_COMMANDS));
