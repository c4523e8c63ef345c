import { publicTabId } from "../../src/core/ids.ts";
import {
  agentRecord,
  agentsInOrder,
  paneRecord,
  panesInOrder,
  workspaceRecord,
} from "../../src/core/records.ts";
import { topicOf } from "../../src/agents/topic.ts";
import type { Pane, Workspace, World } from "../../src/core/world.ts";
import { findTab, workspaceAt } from "../../src/core/world.ts";
import type {
  FeedAgent,
  FeedGit,
  FeedPane,
  FeedSpace,
  FeedState,
  FeedWorktree,
} from "./protocol.ts";

/** What a state line says beside the World, as last heard. */
export interface Heard {
  /** Git of a workspace's folder; absent or null where it was not asked or is no checkout. */
  gitOf: (folder: string) => FeedGit | null;
  /** The command line of the job in front in a pane; null where it is not known. */
  commandOf: (pane: Pane) => string | null;
  /** The worktrees that are remembered, oldest first. */
  worktrees: readonly FeedWorktree[];
  /** What is wrong with the machine's config, empty when nothing is. */
  configProblem: string;
}

/** The World as one state line, every record from the builders that the CLI prints with. */
export function stateLine(world: World, heard: Heard, nowUnixMs: number): FeedState {
  const isOpen = ({ path }: FeedWorktree) => workspaceAt(world, path) !== null;
  return {
    type: "state",
    spaces: world.workspaces.map((workspace) => space(world, workspace, heard)),
    panes: panesInOrder(world).map((pane) => paneLine(world, pane, heard)),
    agents: agentsInOrder(world).map((pane) => agentLine(world, pane)),
    worktrees: heard.worktrees.filter((one) => !isOpen(one)),
    open_worktrees: heard.worktrees.filter(isOpen),
    now_unix_ms: nowUnixMs,
    config_problem: heard.configProblem,
  };
}

function space(world: World, workspace: Workspace, heard: Heard): FeedSpace {
  const record = workspaceRecord(world, workspace);
  return {
    workspace_id: record.workspace_id,
    number: record.number,
    label: record.label,
    focused: record.focused,
    active_tab_id: record.active_tab_id,
    agent_status: record.agent_status,
    tokens: { ...record.tokens },
    worktree: record.worktree ?? null,
    tmux_id: workspace.id,
    cwd: workspace.path,
    git: heard.gitOf(workspace.path),
  };
}

function paneLine(world: World, pane: Pane, heard: Heard): FeedPane {
  const record = paneRecord(world, pane);
  const tab = findTab(world, pane.tabId);
  const link = world.links.find(
    ({ tabId, workspaceId }) => tabId === pane.tabId && workspaceId === pane.workspaceId,
  );
  return {
    pane_id: record.pane_id,
    workspace_id: record.workspace_id,
    tab_id: record.tab_id,
    focused: record.focused,
    label: record.label ?? "",
    cwd: pane.cwd,
    tmux_id: pane.id,
    tab_label: tab?.name ?? "",
    tab_number: link?.index ?? 0,
    command: heard.commandOf(pane) ?? pane.command,
    width: pane.width,
    height: pane.height,
  };
}

function agentLine(world: World, pane: Pane): FeedAgent {
  const record = agentRecord(world, pane);
  const reading = pane.agent;
  const unwatched = unwatchedReason(pane);
  return {
    pane_id: record.pane_id,
    workspace_id: record.workspace_id,
    tab_id: publicTabId(pane.workspaceId, pane.tabId),
    agent: record.agent ?? "",
    name: record.name ?? "",
    display_agent: record.display_agent ?? "",
    agent_status: record.agent_status,
    title: record.title ?? pane.title,
    state_labels: { ...record.state_labels },
    tokens: { ...record.tokens },
    text: agentText(pane),
    since_unix_ms: reading?.sinceMs ?? 0,
    rule: reading?.rule ?? "",
    evidence: reading?.source ?? "",
    watched: unwatched === "",
    unwatched_reason: unwatched,
  };
}

/** What its row says: what it asks or has said last, else what its title tells of its work, else how far that is. */
function agentText({ agent, title, cwd }: Pane): string {
  if (agent === null) return "";
  const percent = agent.progressPercent === null ? "" : `${agent.progressPercent} %`;
  return agent.message ?? (topicOf(agent.kind, title, cwd) || percent);
}

function unwatchedReason(pane: Pane): string {
  if (!pane.hasPipe) return "no watcher reads it; taw watch attach-all starts one";
  return pane.pipeOpenedUnix === null ? "its pipe is used by another program" : "";
}
