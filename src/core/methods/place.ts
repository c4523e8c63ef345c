import { flag, listOf, maybe, orElse, ratio, text, u64 } from "../schema.ts";
import { environment, tokens } from "./kinds.ts";
import { NO_PARAMS } from "./row.ts";
import type { MethodRows } from "./row.ts";

/** Workspaces, worktrees, tabs, and how the panes of a tab are laid out. */

const workspace = { workspace_id: text } as const;
const someWorkspace = { workspace_id: maybe(text) } as const;
const tab = { tab_id: text } as const;
const tabOrPane = { tab_id: maybe(text), pane_id: maybe(text) } as const;

/** Where a repository is: a workspace in it, or a folder; one of them at most. */
const repository = { workspace_id: maybe(text), cwd: maybe(text) } as const;
const trusted = { trust_repository: orElse(flag, false) } as const;

export const PLACE_METHODS: MethodRows = {
  "layout.apply": {
    params: {
      workspace_id: maybe(text),
      tab_id: maybe(text),
      tab_label: maybe(text),
      focus: orElse(flag, false),
      root: { kind: "named", name: "LayoutNode" },
    },
  },
  "layout.export": { params: tabOrPane },
  "layout.set_split_ratio": { params: { ...tabOrPane, path: listOf(flag), ratio } },
  "tab.close": { params: tab },
  "tab.create": {
    params: {
      ...someWorkspace,
      cwd: maybe(text),
      focus: orElse(flag, false),
      label: maybe(text),
      env: maybe(environment),
    },
  },
  "tab.focus": { params: tab },
  "tab.get": { params: tab },
  "tab.list": { params: someWorkspace },
  "tab.move": { params: { ...tab, insert_index: u64 } },
  "tab.rename": { params: { ...tab, label: text } },
  "workspace.close": { params: { ...workspace, close_group: orElse(flag, false) } },
  "workspace.create": {
    params: {
      cwd: maybe(text),
      focus: orElse(flag, false),
      label: maybe(text),
      env: maybe(environment),
      source_workspace_id: maybe(text),
    },
  },
  "workspace.focus": { params: workspace },
  "workspace.get": { params: workspace },
  "workspace.list": NO_PARAMS,
  "workspace.move": { params: { ...workspace, insert_index: u64 } },
  "workspace.move_block": {
    params: { workspace_ids: listOf(text), before_workspace_id: maybe(text) },
  },
  "workspace.rename": { params: { ...workspace, label: text } },
  "workspace.report_metadata": {
    params: { ...workspace, source: text, tokens, seq: maybe(u64), ttl_ms: maybe(u64) },
  },
  "worktree.create": {
    params: {
      ...repository,
      branch: maybe(text),
      base: orElse(text, "HEAD"),
      path: maybe(text),
      label: maybe(text),
      focus: orElse(flag, false),
      ...trusted,
    },
    xor: ["workspace_id", "cwd"],
  },
  "worktree.list": { params: { ...repository, ...trusted }, xor: ["workspace_id", "cwd"] },
  "worktree.open": {
    params: {
      ...repository,
      path: maybe(text),
      branch: maybe(text),
      label: maybe(text),
      focus: orElse(flag, false),
      ...trusted,
    },
    xor: ["workspace_id", "cwd"],
    exactlyOne: ["path", "branch"],
  },
  "worktree.remove": { params: { ...workspace, force: orElse(flag, false), ...trusted } },
};
