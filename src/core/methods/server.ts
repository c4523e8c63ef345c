import { snakeName } from "../snake-name.ts";
import { flag, listOf, maybe, oneOf, orElse, text, u32, u64 } from "../schema.ts";
import { agentStatus, environment, outputMatch, readSource, splitDirection } from "./kinds.ts";
import { NO_PARAMS } from "./row.ts";
import type { MethodRows } from "./row.ts";

/** The server itself, what its clients show, events, integrations and plugins. */

const plugin = { plugin_id: text } as const;
const somePlugin = { plugin_id: maybe(text) } as const;
const target = { target: text } as const;
const pluginPane = { pane_id: text } as const;
const size = maybe({ kind: "either", of: [u32, text] });

/** What is told of as it happens, with no more said than its name (reference/herdr/socket.md §4). */
export const LIFECYCLE_SUBSCRIPTIONS = [
  "workspace.created",
  "workspace.updated",
  "workspace.metadata_updated",
  "workspace.renamed",
  "workspace.moved",
  "workspace.reordered",
  "workspace.closed",
  "workspace.focused",
  "worktree.created",
  "worktree.opened",
  "worktree.removed",
  "tab.created",
  "tab.closed",
  "tab.focused",
  "tab.renamed",
  "tab.moved",
  "pane.created",
  "pane.closed",
  "pane.updated",
  "pane.focused",
  "pane.moved",
  "pane.exited",
  "pane.agent_detected",
  "layout.updated",
] as const;

const subscription = {
  kind: "tagged",
  tag: "type",
  variants: {
    ...Object.fromEntries(LIFECYCLE_SUBSCRIPTIONS.map((name) => [name, {}])),
    "pane.output_matched": {
      pane_id: text,
      source: readSource,
      lines: maybe(u64),
      match: outputMatch,
      strip_ansi: orElse(flag, true),
    },
    // Since 0.9 also without a pane (plugins/traps.md §7).
    "pane.agent_status_changed": { pane_id: maybe(text), agent_status: maybe(agentStatus) },
    "pane.scroll_changed": { pane_id: text },
  },
} as const;

/** `events.wait` serves one of these and refuses the others (reference/herdr/socket.md §5). */
const waitedEvent = {
  kind: "tagged",
  tag: "event",
  variants: {
    ...Object.fromEntries(
      [...LIFECYCLE_SUBSCRIPTIONS, "pane.output_changed"].map((name) => [snakeName(name), {}]),
    ),
    pane_agent_status_changed: { pane_id: text, agent_status: agentStatus },
  },
} as const;

export const SERVER_METHODS: MethodRows = {
  "client.window_title.clear": NO_PARAMS,
  "client.window_title.set": { params: { title: text } },
  "client_shell.surface.set": { params: { active: flag } },
  "command.invoke": {
    params: {
      command_id: text,
      pane_id: maybe(text),
      tab_id: maybe(text),
      workspace_id: maybe(text),
      selection: maybe(text),
    },
  },
  "events.subscribe": { params: { subscriptions: listOf(subscription) } },
  "events.wait": { params: { match_event: waitedEvent, timeout_ms: maybe(u64) } },
  "integration.install": { params: target },
  "integration.list": NO_PARAMS,
  "integration.uninstall": { params: target },
  "notification.show": {
    params: {
      title: text,
      body: maybe(text),
      position: maybe(oneOf("top-left", "top-right", "bottom-left", "bottom-right")),
      sound: orElse(oneOf("none", "done", "request"), "none"),
    },
  },
  ping: NO_PARAMS,
  "plugin.action.invoke": {
    params: {
      action_id: text,
      ...somePlugin,
      context: maybe({ kind: "map", of: { kind: "json" } }),
    },
  },
  "plugin.action.list": { params: somePlugin },
  "plugin.disable": { params: plugin },
  "plugin.enable": { params: plugin },
  "plugin.link": { params: { path: text, enabled: orElse(flag, true), source: maybe(text) } },
  "plugin.list": { params: somePlugin },
  "plugin.log.list": { params: { ...somePlugin, limit: orElse(u32, 50) } },
  "plugin.pane.close": { params: pluginPane },
  "plugin.pane.focus": { params: pluginPane },
  "plugin.pane.open": {
    params: {
      ...plugin,
      entrypoint: text,
      placement: maybe(oneOf("overlay", "popup", "split", "tab", "zoomed")),
      width: size,
      height: size,
      workspace_id: maybe(text),
      target_pane_id: maybe(text),
      direction: maybe(splitDirection),
      cwd: maybe(text),
      focus: orElse(flag, false),
      env: maybe(environment),
    },
  },
  "plugin.unlink": { params: plugin },
  "popup.close": NO_PARAMS,
  "product_announcement.dismiss": { params: { version: text, id: text } },
  "release_notes.dismiss": { params: { version: text } },
  "server.agent_manifests": NO_PARAMS,
  "server.live_handoff": {
    params: {
      import_exe: maybe(text),
      expected_protocol: maybe(u32),
      expected_version: maybe(text),
    },
  },
  "server.reload_agent_manifests": NO_PARAMS,
  "server.reload_config": NO_PARAMS,
  "server.ssh_agent.register": { params: { socket_path: text } },
  "server.stop": NO_PARAMS,
  "session.snapshot": NO_PARAMS,
};
