import type { Face, FaceName } from "../core/face.ts";
import type { AnyVerb } from "./verb.ts";

/** Where a verb stands: its words, its line in help, and the module that holds it. */
export interface VerbEntry {
  path: string;
  summary: string;
  /** On this face only. */
  face?: FaceName;
  /** Left out of help and completions: for taw's own processes. */
  isHidden?: true;
  load: () => Promise<{ default: AnyVerb }>;
}

/** THE registry of verbs, sorted by path. A verb's module is loaded only when the verb runs. */
export const VERBS: readonly VerbEntry[] = [
  {
    path: "__behind",
    summary: "Lead the session of a program that taw run stands in front of",
    isHidden: true,
    load: () => import("./run/behind.ts"),
  },
  {
    path: "__ids",
    summary: "Print the ids that a shell can complete",
    isHidden: true,
    load: () => import("./completion/ids.ts"),
  },
  {
    path: "agent explain",
    summary: "Say from what an agent's state was told, or what a saved screen shows",
    load: () => import("./agent/explain.ts"),
  },
  {
    path: "agent focus",
    summary: "Go to an agent",
    load: () => import("./agent/focus.ts"),
  },
  {
    path: "agent get",
    summary: "Show one agent",
    load: () => import("./agent/get.ts"),
  },
  {
    path: "agent list",
    summary: "List agents and what they are doing",
    load: () => import("./agent/list.ts"),
  },
  {
    path: "agent read",
    summary: "Print what an agent's pane shows or showed",
    load: () => import("./agent/read.ts"),
  },
  {
    path: "agent rename",
    summary: "Give an agent a name of your own, or take it off",
    load: () => import("./agent/rename.ts"),
  },
  {
    path: "agent view clear",
    summary: "Show agents in their own order again",
    load: () => import("./agent/view-clear.ts"),
  },
  {
    path: "agent view set",
    summary: "Choose which agents a view shows, and in which order",
    load: () => import("./agent/view-set.ts"),
  },
  {
    path: "agent wait",
    summary: "Wait until an agent is in a state",
    load: () => import("./agent/wait.ts"),
  },
  {
    path: "api schema",
    summary: "Show the socket's methods and what they take, as JSON Schema",
    load: () => import("./api/schema.ts"),
  },
  {
    path: "api snapshot",
    summary: "Show everything at once: workspaces, tabs, panes, layouts and agents",
    load: () => import("./api/snapshot.ts"),
  },
  {
    path: "app",
    summary: "Open the cockpit: every agent, who needs you first",
    load: () => import("./app.ts"),
  },
  {
    path: "completion",
    summary: "Print the completion script of a shell",
    load: () => import("./completion/completion.ts"),
  },
  {
    path: "config check",
    summary: "Say what is wrong in config.toml, by line and column",
    load: () => import("./config/check.ts"),
  },
  {
    path: "config reload",
    summary: "Read config.toml again, and tell what depends on it",
    load: () => import("./config/reload.ts"),
  },
  {
    path: "events drain",
    summary: "Deliver the events that tmux has queued",
    isHidden: true,
    load: () => import("./events/drain.ts"),
  },
  {
    path: "events expire",
    summary: "Tell which reported metadata has ended",
    isHidden: true,
    load: () => import("./events/expire.ts"),
  },
  {
    path: "grants set",
    summary: "Say what callers inside a pane may do",
    load: () => import("./grants/set.ts"),
  },
  {
    path: "grants show",
    summary: "Show what callers inside a pane may do, or what you may do yourself",
    load: () => import("./grants/show.ts"),
  },
  {
    path: "hooks list",
    summary: "List what [hooks] can name, with the commands that are hooked to it",
    load: () => import("./hooks/list.ts"),
  },
  {
    path: "hooks log",
    summary: "Show the commands of [hooks] that failed last",
    load: () => import("./hooks/log.ts"),
  },
  {
    path: "hooks run",
    summary: "Run the commands of [hooks] for the events that were handed over",
    isHidden: true,
    load: () => import("./hooks/run.ts"),
  },
  {
    path: "hooks tell",
    summary: "Tell the tmux server which events [hooks] is hooked to",
    isHidden: true,
    load: () => import("./hooks/tell.ts"),
  },
  {
    path: "hooks test",
    summary: "Run the commands of a hook now, for a made-up event or a pane of yours",
    load: () => import("./hooks/test.ts"),
  },
  {
    path: "layout apply",
    summary: "Make a tab with the panes of a tree, or replace one by it",
    load: () => import("./layout/apply.ts"),
  },
  {
    path: "layout export",
    summary: "Show a tab as the tree of splits that layout apply makes again",
    load: () => import("./layout/export.ts"),
  },
  {
    path: "layout set-split-ratio",
    summary: "Give one split of a tab another ratio",
    load: () => import("./layout/set-split-ratio.ts"),
  },
  {
    path: "machine feed",
    summary: "Print what the cockpit shows of this machine, a JSON line for each change",
    load: () => import("./machine/feed.ts"),
  },
  {
    path: "manifest list",
    summary: "List the detection manifests that are in use, and what is wrong with yours",
    load: () => import("./manifest/list.ts"),
  },
  {
    path: "manifest reload",
    summary: "Make running watchers read the detection manifests again",
    load: () => import("./manifest/reload.ts"),
  },
  {
    path: "manifest show",
    summary: "Show the detection rules of one kind of agent",
    load: () => import("./manifest/show.ts"),
  },
  {
    path: "notification show",
    summary: "Show a notification to the person at this tmux",
    load: () => import("./notification/show.ts"),
  },
  {
    path: "open",
    summary: "Go to the session of a folder: a path, a term, or one picked in the popup",
    load: () => import("./open.ts"),
  },
  {
    path: "pane clear",
    summary: "Clear a pane's history, and its screen where its shell is at its prompt",
    load: () => import("./pane/clear.ts"),
  },
  {
    path: "pane close",
    summary: "Close a pane and end what runs in it; the last one closes its tab",
    load: () => import("./pane/close.ts"),
  },
  {
    path: "pane current",
    summary: "Show the pane taw was called from, else the pane in front",
    load: () => import("./pane/current.ts"),
  },
  {
    path: "pane edges",
    summary: "Show which edges of its tab a pane touches",
    load: () => import("./pane/edges.ts"),
  },
  {
    path: "pane focus",
    summary: "Go to a pane, or to the one beside a pane",
    load: () => import("./pane/focus.ts"),
  },
  {
    path: "pane focus-id",
    summary: "Go to a pane",
    isHidden: true,
    load: () => import("./pane/focus-id.ts"),
  },
  {
    path: "pane get",
    summary: "Show one pane",
    load: () => import("./pane/get.ts"),
  },
  {
    path: "pane go",
    summary: "Bring the terminal's tmux client to a pane",
    isHidden: true,
    load: () => import("./pane/go.ts"),
  },
  {
    path: "pane input",
    summary: "Say who gets a right click in a pane",
    load: () => import("./pane/input.ts"),
  },
  {
    path: "pane layout",
    summary: "Show how the panes of a tab are laid out",
    load: () => import("./pane/layout.ts"),
  },
  {
    path: "pane list",
    summary: "List panes with their agents and states",
    load: () => import("./pane/list.ts"),
  },
  {
    path: "pane move",
    summary: "Move a pane to another tab or workspace; its program keeps running",
    load: () => import("./pane/move.ts"),
  },
  {
    path: "pane neighbor",
    summary: "Show the pane beside a pane",
    load: () => import("./pane/neighbor.ts"),
  },
  {
    path: "pane process-info",
    summary: "Show what runs in front in a pane",
    load: () => import("./pane/process-info.ts"),
  },
  {
    path: "pane read",
    summary: "Print what a pane shows or showed",
    load: () => import("./pane/read.ts"),
  },
  {
    path: "pane rename",
    summary: "Give a pane a label, or take it off",
    load: () => import("./pane/rename.ts"),
  },
  {
    path: "pane report-metadata",
    summary: "Report a title, a name, state labels or tokens to show with a pane",
    load: () => import("./pane/report-metadata.ts"),
  },
  {
    path: "pane resize",
    summary: "Move the border beside a pane",
    load: () => import("./pane/resize.ts"),
  },
  {
    path: "pane run",
    summary: "Type a command into a pane, and Enter",
    load: () => import("./pane/run.ts"),
  },
  {
    path: "pane send-input",
    summary: "Type text, then keys, into a pane",
    isHidden: true,
    load: () => import("./pane/send-input.ts"),
  },
  {
    path: "pane send-keys",
    summary: "Press keys in a pane",
    load: () => import("./pane/send-keys.ts"),
  },
  {
    path: "pane send-text",
    summary: "Type text into a pane as it is, without Enter",
    load: () => import("./pane/send-text.ts"),
  },
  {
    path: "pane split",
    summary: "Split a pane in two",
    load: () => import("./pane/split.ts"),
  },
  {
    path: "pane swap",
    summary: "Let two panes of a tab change places",
    load: () => import("./pane/swap.ts"),
  },
  {
    path: "pane wait-output",
    summary: "Wait until a pane shows a line",
    load: () => import("./pane/wait-output.ts"),
  },
  {
    path: "pane zoom",
    summary: "Let a pane fill its tab, or show the others again",
    load: () => import("./pane/zoom.ts"),
  },
  {
    path: "popup close",
    summary: "Close the popup that is open",
    load: () => import("./popup/close.ts"),
  },
  {
    path: "program-status",
    summary: "Report a script's state as agents report theirs",
    load: () => import("./run/program-status.ts"),
  },
  {
    path: "run",
    summary: "Run a program so that taw hears its own status reports",
    load: () => import("./run/run.ts"),
  },
  {
    path: "server agent-manifests",
    face: "herdr",
    summary: "List the detection manifests that are in use",
    load: () => import("./server/agent-manifests.ts"),
  },
  {
    path: "server reload-agent-manifests",
    face: "herdr",
    summary: "Make running watchers read the detection manifests again",
    load: () => import("./server/reload-agent-manifests.ts"),
  },
  {
    path: "server reload-config",
    face: "herdr",
    summary: "Read config.toml again, and tell what depends on it",
    load: () => import("./server/reload-config.ts"),
  },
  {
    path: "session attach",
    face: "herdr",
    summary: "Attach this terminal to a session",
    load: () => import("./session/attach.ts"),
  },
  {
    path: "session delete",
    face: "herdr",
    summary: "Delete a session that does not run",
    load: () => import("./session/delete.ts"),
  },
  {
    path: "session folders",
    summary: "List the folders that a session can be opened in, and what it would be called",
    load: () => import("./session/folders.ts"),
  },
  {
    path: "session list",
    face: "herdr",
    summary: "List sessions (tmux servers)",
    load: () => import("./session/list.ts"),
  },
  {
    path: "session open",
    summary: "Go to the session of a folder, and make it where there is none",
    load: () => import("./session/open.ts"),
  },
  {
    path: "session stop",
    face: "herdr",
    summary: "Stop a session",
    load: () => import("./session/stop.ts"),
  },
  {
    path: "socket serve",
    summary: "Answer herdr's tools on the herdr socket until stopped",
    load: () => import("./socket/serve.ts"),
  },
  {
    path: "socket status",
    summary: "Show whether the herdr socket is served, where, and by which process",
    load: () => import("./socket/status.ts"),
  },
  {
    path: "socket stop",
    summary: "End the server of the herdr socket; taw tmux load starts it again",
    load: () => import("./socket/stop.ts"),
  },
  {
    path: "status",
    face: "herdr",
    summary: "Show client and server",
    load: () => import("./status/herdr-status.ts"),
  },
  {
    path: "status",
    face: "taw",
    summary: "Show what runs, what is wrong and how to mend it",
    load: () => import("./status/status.ts"),
  },
  {
    path: "status client",
    face: "herdr",
    summary: "Show the client",
    load: () => import("./status/herdr-client.ts"),
  },
  {
    path: "status server",
    face: "herdr",
    summary: "Show whether the server runs",
    load: () => import("./status/herdr-server.ts"),
  },
  {
    path: "tab close",
    summary: "Close a tab and everything in it",
    load: () => import("./tab/close.ts"),
  },
  {
    path: "tab create",
    summary: "Make a tab at the end of a workspace",
    load: () => import("./tab/create.ts"),
  },
  {
    path: "tab focus",
    summary: "Go to a tab",
    load: () => import("./tab/focus.ts"),
  },
  {
    path: "tab get",
    summary: "Show one tab",
    load: () => import("./tab/get.ts"),
  },
  {
    path: "tab list",
    summary: "List tabs (tmux windows)",
    load: () => import("./tab/list.ts"),
  },
  {
    path: "tab move",
    summary: "Move a tab to another place in its workspace",
    load: () => import("./tab/move.ts"),
  },
  {
    path: "tab rename",
    summary: "Rename a tab",
    load: () => import("./tab/rename.ts"),
  },
  {
    path: "terminal title clear",
    summary: "Give that terminal the title back that it had",
    load: () => import("./terminal/title-clear.ts"),
  },
  {
    path: "terminal title set",
    summary: "Set the title of the terminal that the person at this tmux sits at",
    load: () => import("./terminal/title-set.ts"),
  },
  {
    path: "tmux load",
    summary: "Load taw's hooks, key, PATH entry and watchers into a tmux server",
    load: () => import("./tmux/load.ts"),
  },
  {
    path: "tmux unload",
    summary: "Take everything that taw put into a tmux server out of it again",
    load: () => import("./tmux/unload.ts"),
  },
  {
    path: "ui",
    summary: "The cockpit as tmux's popup shows it: it closes after Enter and with Esc",
    load: () => import("./ui.ts"),
  },
  {
    path: "ui open",
    summary: "Open the cockpit in a popup",
    load: () => import("./ui-open.ts"),
  },
  {
    path: "watch attach-all",
    summary: "Start a watcher for every pane that has none",
    load: () => import("./watch/attach-all.ts"),
  },
  {
    path: "watch nudge",
    summary: "Make the watcher of a pane look at it now",
    isHidden: true,
    load: () => import("./watch/nudge.ts"),
  },
  {
    path: "watch status",
    summary: "Show which panes have a watcher, and which not and why",
    load: () => import("./watch/status.ts"),
  },
  {
    path: "workspace close",
    summary: "Close a workspace and everything in it",
    load: () => import("./workspace/close.ts"),
  },
  {
    path: "workspace create",
    summary: "Make a workspace",
    load: () => import("./workspace/create.ts"),
  },
  {
    path: "workspace focus",
    summary: "Go to a workspace",
    load: () => import("./workspace/focus.ts"),
  },
  {
    path: "workspace get",
    summary: "Show one workspace",
    load: () => import("./workspace/get.ts"),
  },
  {
    path: "workspace list",
    summary: "List workspaces (tmux sessions)",
    load: () => import("./workspace/list.ts"),
  },
  {
    path: "workspace rename",
    summary: "Rename a workspace",
    load: () => import("./workspace/rename.ts"),
  },
  {
    path: "workspace report-metadata",
    summary: "Report tokens to show with a workspace",
    load: () => import("./workspace/report-metadata.ts"),
  },
  {
    path: "worktree create",
    summary: "Make a git worktree and a workspace in it",
    load: () => import("./worktree/create.ts"),
  },
  {
    path: "worktree list",
    summary: "List the git worktrees of a repository",
    load: () => import("./worktree/list.ts"),
  },
  {
    path: "worktree open",
    summary: "Open a git worktree that is there as a workspace",
    load: () => import("./worktree/open.ts"),
  },
  {
    path: "worktree remove",
    summary: "Remove a git worktree and close its workspace",
    load: () => import("./worktree/remove.ts"),
  },
];

/** The verbs of a face: some paths stand for another verb on herdr's (`status`), some are there alone. */
export const verbsOf = (face: Face): readonly VerbEntry[] =>
  VERBS.filter((entry) => entry.face === undefined || entry.face === face.name);
