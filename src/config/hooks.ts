import { closest } from "../core/closest.ts";
import { quoted } from "../core/inert.ts";
import type { Path, Report } from "./kinds.ts";

interface HookRow {
  /** A veto is asked before something is done, and may refuse it. */
  kind: "event" | "veto";
  /** When its commands run, as `hooks list` says it. */
  when: string;
  /** Something is going away, so that a command may act on what is really there (spec, `hooks test`). */
  isEnding?: true;
  /** What it needs is not in this version: its commands never run. */
  isNever?: true;
}

const event = (when: string): HookRow => ({ kind: "event", when });
const ending = (when: string): HookRow => ({ kind: "event", when, isEnding: true });
const never = (when: string): HookRow => ({ kind: "event", when, isNever: true });
const veto = (when: string): HookRow => ({ kind: "veto", when, isEnding: true });

/** THE table of names that `[hooks]` takes: the events that taw fires, and the two questions (spec "Hooks from the config"). */
const table = {
  "workspace.created": event("a session was made"),
  "workspace.updated": event("a session's checkout or reported metadata changed"),
  "workspace.closed": ending("a session has closed"),
  "workspace.renamed": event("a session was renamed"),
  "workspace.focused": event("another session is in front"),
  "worktree.created": event("a worktree was made and opened"),
  "worktree.opened": event("a worktree was opened"),
  "worktree.removed": ending("a worktree was removed"),
  "tab.created": event("a window was made"),
  "tab.closed": ending("a window has closed"),
  "tab.renamed": event("a window was renamed"),
  "tab.focused": event("another window is in front"),
  "pane.created": event("a pane was made"),
  "pane.closed": ending("a pane was closed"),
  "pane.updated": event("a pane's title, command, label or reported metadata changed"),
  "pane.focused": event("another pane is in front"),
  "pane.exited": ending("the process of a pane has ended"),
  "pane.agent_status_changed": event("an agent's state changed"),
  "layout.updated": event("the panes of a window were laid out anew"),
  "agent.blocked": event("an agent waits for you"),
  "agent.working": event("an agent began to work"),
  "agent.idle": event("an agent came to rest"),
  "agent.done": event("an agent's turn ended and nobody has looked yet"),
  "sandbox.started": never("a container came to a pane; not in this version, so it never runs"),
  "sandbox.stopped": never("a container left a pane; not in this version, so it never runs"),
  notification: event(
    "taw tells of something: an agent needs you or is done, or notification show",
  ),
  pre_close: veto("before taw closes a session, a window or a pane"),
  pre_worktree_remove: veto("before taw removes a worktree"),
} as const satisfies Record<string, HookRow>;

export type HookName = keyof typeof table;

export const HOOK_ROWS: Readonly<Record<HookName, HookRow>> = table;

export const isHookName = (name: string): name is HookName => Object.hasOwn(table, name);

export const HOOK_NAMES: readonly HookName[] = Object.keys(table).filter(isHookName);

/** An unknown name is kept, because `hooks list` shows it under `unknown`, and warned about. */
export function warnUnknownHook(name: string, path: Path, report: Report): boolean {
  if (!isHookName(name)) {
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
