import { HOOK_VARIABLES } from "../core/hook-call.ts";
import type { HookCall } from "../core/hook-call.ts";
import type { WorkspaceId } from "../core/ids.ts";
import type { Environment } from "../system/env.ts";
import { ifThere } from "../tmux/change.ts";
import type { Tmux } from "../tmux/client.ts";
import { ask } from "../tmux/sections.ts";

/**
 * The environment that tmux would give a new pane of a workspace: the session's own over the global one, without what
 * either removes; of no workspace the global one alone (plugin spec, "Hooks from the config").
 *
 * @throws Failure as `tmux` does
 */
export async function paneEnvironment(
  tmux: Tmux,
  workspaceId: WorkspaceId | null,
): Promise<Environment> {
  const own = workspaceId ?? "$0";
  const answers = await ask(tmux, {
    globals: ["show-environment", "-gs"],
    own: ifThere(own, [["show-environment", "-s", "-t", own]]),
  });
  const globals = parseEnvironment(answers.globals, {});
  return workspaceId === null ? globals : parseEnvironment(answers.own, globals);
}

/** `NAME="value"; export NAME;` sets, with a backslash before what sh would read; `unset NAME;` removes. */
const LINE = /^(?:unset (\w+);|(\w+)="((?:[^"\\]|\\.)*)"; export \w+;)$/gms;

export function parseEnvironment(text: string, under: Environment): Environment {
  const found: Record<string, string> = { ...under };
  for (const [, removed, name, value = ""] of text.matchAll(LINE)) {
    if (removed !== undefined) delete found[removed];
    else if (name !== undefined) found[name] = value.replace(/\\(.)/gs, "$1");
  }
  return found;
}

/**
 * What herdr gives to panes and to plugins, and its twins: nothing of it reaches a command under `[hooks]`. Nor does the
 * pane that the server itself was started from.
 */
const NOT_FOR_HOOKS =
  /^TMUX_PANE$|^(?:HERDR|TAW)_(?:ENV|BIN_PATH|PANE_ID|TAB_ID|WORKSPACE_ID|SOCKET_PATH|PLUGIN_\w+)$/;

/** A pane's environment as a hook's: without what only a call may say. */
export const hookEnvironment = (ofPane: Environment, call: HookCall): Environment => ({
  ...Object.fromEntries(
    Object.entries(ofPane).filter(
      ([name]) => !NOT_FOR_HOOKS.test(name) && !Object.hasOwn(HOOK_VARIABLES, name),
    ),
  ),
  ...call.variables,
});
