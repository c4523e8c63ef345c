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
