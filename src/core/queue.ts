import { entryFormat } from "./entries.ts";
import type { EntryKind } from "./entries.ts";
import type { PaneId, TabId, WorkspaceId } from "./ids.ts";
import { tmuxString } from "./quote.ts";

/**
 * The writer's side of the queue (decision 12), one spelling for hook bodies, watchers and verbs. All of it runs inside
 * tmux: an entry that nobody wants costs one format test, and a storm of entries starts one drainer.
 */

/** The tmux channel of one wait, `<reader>.<count>`, used for no other. */
export const channelOf = (wait: string): string => `taw-${wait}`;

/** Unix seconds now: `@agent_wizard_clock` holds `%s`, which `T:` gives to strftime. */
export const NOW = "#{T:@agent_wizard_clock}";

/** How long a drainer may take for one pass before another is started in its place. */
export const DRAINER_LEASE_S = 15;

/** Compared as texts: unix seconds have ten digits until the year 2286, and an unset option reads as long ago. */
export const isPast = (option: string): string => `#{>=:${NOW},#{${option}}}`;

/** Takes, or keeps, a lease whose option holds the unix second at which it ends, and who holds it. */
export const leaseText = (option: string, seconds: number, holder = ""): string =>
  `set -sF ${option} '#{e|+:${NOW},${seconds}}${holder}'`;

/** Starts a drainer that takes the queue until it is empty. */
export const START_DRAINER = `${leaseText("@agent_wizard_draining", DRAINER_LEASE_S)} ; run-shell -b '#{@agent_wizard_taw} events drain >/dev/null 2>&1 || :'`;

/**
 * Wakes the reader that waits, once for each wait, on a channel of that wait's own: tmux keeps one signal that nobody
 * waits for and drops it with the next, and a waiter whose client has gone takes a signal too.
 */
export const WAKE_WAITING = `if -F '#{@agent_wizard_waiting}' { run-shell -b -C 'wait-for -S ${channelOf("#{@agent_wizard_waiting}")}' ; set -su @agent_wizard_waiting }`;

/** Wakes the resident drainer while its lease runs, else starts a drainer unless one is at work. */
const WAKE = `if -F '${isPast("@agent_wizard_resident")}' { if -F '${isPast("@agent_wizard_draining")}' { ${START_DRAINER} } } { ${WAKE_WAITING} }`;

/** A reader's word in `@agent_wizard_wants`: which kind of entry, and whose word it is. */
export const wantWord = (kind: EntryKind, owner: string): string => `<${kind}@${owner}>`;

/** True where some reader wants entries of that kind. */
export const isWanted = (kind: EntryKind): string => `#{m:*<${kind}@*,#{@agent_wizard_wants}}`;

const addAndWake = (kind: EntryKind, target: string): string =>
  `set -saF${target} @agent_wizard_queue "${entryFormat(kind)}\\n" ; ${WAKE}`;

/** The text of a hook body that queues an entry when somebody wants it. */
export const appendText = (kind: EntryKind): string =>
  `if -F '${isWanted(kind)}' { ${addAndWake(kind, "")} }`;

/** Text that counts one change of what a World holds (decision 22). */
export const BUMP_TEXT = "set -sF @agent_wizard_gen '#{e|+:#{@agent_wizard_gen},1}'";

/** The same where taw is loaded, and nothing where it is not. */
export const COUNT_IF_LOADED = `if -F '#{@agent_wizard_taw}' { ${BUMP_TEXT} }`;

const IDS: Readonly<Record<string, string>> = {
  "%": "pane_id",
  "@": "window_id",
  $: "session_id",
};

/**
 * Tmux commands that queue an entry with what the verb has to tell beside ids, when somebody wants it. `target` is what
 * the entry's formats are read of; without one they are the server's.
 */
export function queueTold(
  kind: EntryKind,
  told: Readonly<Record<string, unknown>>,
  target: string | null,
): readonly (readonly string[])[] {
  const at = target === null ? [] : ["-t", target];
  const append = addAndWake(kind, target === null ? "" : ` -t ${tmuxString(target)}`);
  return [
    ["set-option", "-s", "@agent_wizard_told", JSON.stringify(told)],
    ["if-shell", "-F", ...at, isWanted(kind), append],
    ["set-option", "-su", "@agent_wizard_told"],
  ];
}

/**
 * One tmux command that counts the change and queues an entry about a pane, tab or workspace when somebody wants it;
 * nothing happens when that is gone. It reads the options of its target, so it stands after the commands that set them,
 * in the same call.
 */
export function queueAppend(
  kind: EntryKind,
  target: PaneId | TabId | WorkspaceId,
): readonly string[] {
  const isThere = `#{==:#{${IDS[target.charAt(0)] ?? "pane_id"}},${target}}`;
  const wanted = `if -F '${isWanted(kind)}' { ${addAndWake(kind, ` -t '${target}'`)} }`;
  return ["if-shell", "-F", "-t", target, isThere, `${BUMP_TEXT} ; ${wanted}`];
}
