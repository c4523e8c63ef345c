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
  paneFormats,
  rowFields,
  rowFormat,
  SEPARATOR,
  serverFormats,
} from "./formats.ts";

type PaneFields = Record<keyof typeof paneFormats, string>;
type ClientFields = Record<keyof typeof clientFormats, string>;

/** The one call that reads a server: its own facts, its clients, and every pane once per link of its tab. */
export const WORLD_COMMANDS: readonly Command[] = [
  ["display-message", "-p", rowFormat("S", serverFormats)],
  ["list-clients", "-F", rowFormat("C", clientFormats)],
  ["list-panes", "-a", "-F", rowFormat("P", paneFormats)],
];

const numberOrNull = (text: string): number | null => (/^-?\d+$/.test(text) ? Number(text) : null);
const numberOr0 = (text: string): number => numberOrNull(text) ?? 0;
/** OSC 9;4 as it was printed: state 1 has a percentage, the others have none that tells. */
const percentOrNull = (progress: string): number | null =>
  numberOrNull(/^4;1;(\d{1,3})$/.exec(progress)?.[1] ?? "");
const textOrNull = (text: string): string | null => (text === "" ? null : text);

/** Null when tmux printed no such id, which happens to a pane that dies while it is listed. */
function idsOf(fields: { workspaceId: string; tabId: string; paneId: string }) {
  const workspaceId: WorkspaceId | null = parseWorkspaceId(fields.workspaceId);
  const tabId: TabId | null = parseTabId(fields.tabId);
  const paneId: PaneId | null = parsePaneId(fields.paneId);
  return workspaceId && tabId && paneId ? { workspaceId, tabId, paneId } : null;
}

function reading(fields: PaneFields): Reading | null {
  if (fields.kind === "" && fields.name === "") return null;
  return {
    kind: fields.kind,
    name: textOrNull(fields.name),
    status: parseStatus(fields.state) ?? "unknown",
    sinceMs: numberOrNull(fields.stateSince),
    stateSeq: numberOr0(fields.stateSeq),
    rule: textOrNull(fields.rule),
    source: textOrNull(fields.source),
    message: textOrNull(fields.message),
    progressPercent: percentOrNull(fields.progress),
    pid: numberOrNull(fields.agentPid.split(" ")[0] ?? ""),
  };
}

function pane(fields: PaneFields, id: PaneId, tabId: TabId, workspaceId: WorkspaceId): Pane {
  return {
    id,
    tabId,
    workspaceId,
    index: numberOr0(fields.index),
    isActive: fields.isActive === "1",
    isDead: fields.isDead === "1",
    pid: numberOr0(fields.pid),
    tty: fields.tty,
    command: fields.command,
    startCommand: fields.startCommand,
    // A process that has only just been started has no folder to tell yet.
    cwd: fields.cwd || fields.startFolder,
    title: fields.title,
    label: textOrNull(fields.label),
    left: numberOr0(fields.left),
    top: numberOr0(fields.top),
    width: numberOr0(fields.width),
    height: numberOr0(fields.height),
    isInMode: numberOr0(fields.modes) > 0,
    takesInput: fields.isInputOff !== "1",
    isOnAlternateScreen: fields.isOnAlternateScreen === "1",
    drawn: drawn(fields.drawn),
    historySize: numberOr0(fields.historySize),
    scrollPosition: numberOr0(fields.scrollPosition),
    hasPipe: fields.hasPipe === "1",
    pipeOpenedUnix: fields.hasPipe === "1" ? numberOrNull(fields.pipeOpened) : null,
    watcher: textOrNull(fields.watcher),
    grants: parseGrants(fields.grants),
    agent: reading(fields),
    metadata: parseMetadata(fields.metadata),
  };
}

function drawn(field: string): Drawn {
  const [at = "", x = "", y = ""] = field.split(" ");
  return { atUnix: numberOr0(at), cursorX: numberOr0(x), cursorY: numberOr0(y) };
}

const tab = (fields: PaneFields, id: TabId, workspaceId: WorkspaceId): Tab => ({
  id,
  workspaceId,
  name: fields.tabName,
  isAutoNamed: fields.tabIsAutoNamed === "1",
  isZoomed: fields.tabIsZoomed === "1",
  layout: fields.tabLayout,
  width: numberOr0(fields.tabWidth),
  height: numberOr0(fields.tabHeight),
});

const workspace = (fields: PaneFields, id: WorkspaceId): Workspace => ({
  id,
  name: fields.workspaceName,
  path: fields.workspacePath,
  group: textOrNull(fields.workspaceGroup),
  activityUnix: numberOr0(fields.workspaceActivity),
  worktree: parseMembership(fields.workspaceWorktree),
  metadata: parseMetadata(fields.workspaceMetadata),
});

function client(fields: ClientFields): Client | null {
  const ids = idsOf(fields);
  if (!ids) return null;
  return {
    name: fields.name,
    tty: fields.tty,
    isControl: fields.isControl === "1",
    isFocused: fields.flags.split(",").includes("focused"),
    ...ids,
    activityUnix: numberOr0(fields.activity),
  };
}

/** A tab's home is the lowest workspace that holds it, whichever link tmux prints first (decision 3). */
function homesOf(
  rows: readonly { workspaceId: WorkspaceId; tabId: TabId }[],
): Map<TabId, WorkspaceId> {
  const homes = new Map<TabId, WorkspaceId>();
  for (const { workspaceId, tabId } of rows) {
    const home = homes.get(tabId);
    if (home === undefined || serial(workspaceId) < serial(home)) homes.set(tabId, workspaceId);
  }
  return homes;
}

function serverIn(text: string): Server {
  const row = /^S\t[^\n]*/m.exec(text)?.[0];
  const fields = row ? rowFields(row, serverFormats) : null;
  if (!fields) throw new Failure("tmux_error", "tmux did not say which server it is");
  const { pid, start, now, version } = fields;
  const socketPath = asHeld(fields.socketPath, version);
  if (!isAtLeast(parseVersion(version), FLOOR)) {
    throw new Failure(
      "unsupported",
      `the tmux server on ${socketPath} is ${version}; taw needs ${printVersion(FLOOR)} or newer: install it and start the server again`,
    );
  }
  const front = frontIn(fields.front);
  return {
    pid: numberOr0(pid),
    startUnix: numberOr0(start),
    nowUnix: numberOr0(now),
    socketPath,
    version,
    grantsMode: parseGrantsMode(fields.grantsMode),
    ...(front && { front }),
    ...(fields.configFolder && { configFolder: asHeld(fields.configFolder, version) }),
    ...(fields.view && { view: asHeld(fields.view, version) }),
    ...(fields.hooks && { hooks: fields.hooks }),
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
  const server = serverIn(text);
  const lines = asHeld(text, server.version).split("\n");
  const rows = rowsIn(lines, "P", paneFormats).flatMap((fields) => {
    const ids = idsOf(fields);
    return ids ? [{ fields, ...ids }] : [];
  });
  const homes = homesOf(rows);
  const workspaces = new Map<WorkspaceId, Workspace>();
  const links = new Map<string, TabLink>();
  const tabs = new Map<TabId, Tab>();
  const panes = new Map<PaneId, Pane>();
  for (const { fields, workspaceId, tabId, paneId } of rows) {
    const home = homes.get(tabId) ?? workspaceId;
    if (!workspaces.has(workspaceId)) workspaces.set(workspaceId, workspace(fields, workspaceId));
    const index = numberOr0(fields.tabIndex);
    const isCurrent = fields.tabIsCurrent === "1";
    links.set(`${workspaceId} ${tabId} ${index}`, { workspaceId, tabId, index, isCurrent });
    if (!tabs.has(tabId)) tabs.set(tabId, tab(fields, tabId, home));
    if (!panes.has(paneId)) panes.set(paneId, pane(fields, paneId, tabId, home));
  }
  return {
    server,
    workspaces: [...workspaces.values()],
    links: [...links.values()],
    tabs: [...tabs.values()],
    panes: [...panes.values()],
    clients: rowsIn(lines, "C", clientFormats).flatMap((fields) => client(fields) ?? []),
  };
}

/** One tmux call → World. Throws `tmux_error` as the client does. */
export const readWorld = async (tmux: Tmux): Promise<World> =>
  parseWorld(await tmux.run(...WORLD_COMMANDS));
