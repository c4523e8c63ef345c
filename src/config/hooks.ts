import { closest } from "../core/closest.ts";
import { quoted } from "./kinds.ts";
import type { Path, Report } from "./kinds.ts";

/** Names that `[hooks]` takes: the events that taw fires, and the two questions (spec "Hooks from the config"). */
export const HOOK_NAMES = [
  "workspace.created",
  "workspace.updated",
  "workspace.closed",
  "workspace.renamed",
  "workspace.focused",
  "worktree.created",
  "worktree.opened",
  "worktree.removed",
  "tab.created",
  "tab.closed",
  "tab.renamed",
  "tab.focused",
  "pane.created",
  "pane.closed",
  "pane.updated",
  "pane.focused",
  "pane.exited",
  "pane.agent_status_changed",
  "layout.updated",
  "agent.blocked",
  "agent.working",
  "agent.idle",
  "agent.done",
  "sandbox.started",
  "sandbox.stopped",
  "notification",
  "pre_close",
  "pre_worktree_remove",
] as const;

/** An unknown name is kept, because `hooks list` shows it under `unknown`, and warned about. */
export function warnUnknownHook(name: string, path: Path, report: Report): boolean {
  if (!HOOK_NAMES.some((known) => known === name)) {
    const meant = closest(name, HOOK_NAMES);
    const hint = meant === null ? "" : `; did you mean ${quoted(meant)}?`;
    report.warn(
      path,
      `[hooks] ${quoted(name)} never runs: taw fires no event of that name${hint}`,
      "key",
    );
  }
  return true;
}
