import { AGENT_METHODS } from "./methods/agent.ts";
import { DEFINITIONS } from "./methods/kinds.ts";
import { PANE_METHODS } from "./methods/pane.ts";
import { PLACE_METHODS } from "./methods/place.ts";
import type { MethodRow, MethodRows } from "./methods/row.ts";
import { SERVER_METHODS } from "./methods/server.ts";
import { checkFields, Mismatch } from "./schema.ts";
import type { Params } from "./schema.ts";

/** THE table of the socket's methods: all 102 of herdr 0.9.3 with what each takes (reference/herdr/socket.md §3). */
export const METHODS: MethodRows = {
  ...AGENT_METHODS,
  ...PANE_METHODS,
  ...PLACE_METHODS,
  ...SERVER_METHODS,
};

/** What tmux cannot do, or what is herdr's own: answered `unsupported` (decision 8; a contract test holds the list). */
export const NEVER_SUPPORTED: ReadonlySet<string> = new Set([
  "client_shell.surface.set",
  "command.invoke",
  "pane.copy_motion",
  "pane.copy_search",
  "pane.edit_scrollback",
  "pane.link.activate",
  "pane.link.resolve",
  "pane.scroll",
  "pane.selection.read",
  "product_announcement.dismiss",
  "release_notes.dismiss",
  "server.live_handoff",
  "server.ssh_agent.register",
  "server.stop",
  "workspace.move",
  "workspace.move_block",
]);

/** What this version of taw does not do. The list may only shrink. */
export const NOT_SUPPORTED_YET: ReadonlySet<string> = new Set([
  "agent.prompt",
  "agent.send_keys",
  "agent.start",
  "integration.install",
  "integration.list",
  "integration.uninstall",
  "pane.clear_agent_authority",
  "pane.release_agent",
  "pane.report_agent",
  "pane.report_agent_session",
  "plugin.action.invoke",
  "plugin.action.list",
  "plugin.disable",
  "plugin.enable",
  "plugin.link",
  "plugin.list",
  "plugin.log.list",
  "plugin.pane.close",
  "plugin.pane.focus",
  "plugin.pane.open",
  "plugin.unlink",
]);

/** A method's row; null for a method that herdr does not have. */
export const methodRow = (method: string): MethodRow | null =>
  (Object.hasOwn(METHODS, method) ? METHODS[method] : null) ?? null;

/**
 * What a request carries, checked and completed by its method's row.
 *
 * @throws Mismatch in one sentence
 */
export function checkParams(row: MethodRow, value: unknown): Params {
  const params = checkFields(DEFINITIONS, row.params, value, "params");
  for (const names of [row.xor ?? [], row.exactlyOne ?? []]) {
    const given = names.filter((name) => name in params);
    const all = names.map((name) => `\`${name}\``).join(" and ");
    if (given.length > 1) throw new Mismatch(`params: only one of ${all} can be given`);
    if (given.length === 0 && names === row.exactlyOne) {
      throw new Mismatch(`params: one of ${all} is needed`);
    }
  }
  return params;
}
