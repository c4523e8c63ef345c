import { endsOf } from "../core/metadata.ts";
import type { Metadata } from "../core/metadata.ts";
import { isPast, isWanted, NOW, queueAppend } from "../core/queue.ts";
import type { EntryKind } from "../core/entries.ts";
import type { PaneId, WorkspaceId } from "../core/ids.ts";
import type { World } from "../core/world.ts";
import type { Clock } from "../system/clock.ts";
import type { Command, Tmux } from "../tmux/client.ts";
import { readWorld } from "../tmux/read.ts";

/**
 * The end of reported metadata is told by one timer inside tmux, for the whole server: no process waits for it, and none is
 * started while nobody would hear. Ends are told by the second, so none is told before it has come. (A timer that runs tmux
 * commands is lost with the client it was armed under, so this one starts a process.)
 */

/** What an end is told as. */
const KINDS: Readonly<Record<"pane" | "workspace", readonly EntryKind[]>> = {
  pane: ["updated"],
  workspace: ["workspace-metadata", "workspace-changed"],
};

/** True, in tmux, where somebody would hear of an end. */
const IS_HEARD = [...KINDS.pane, ...KINDS.workspace]
  .map(isWanted)
  .reduce((one, other) => `#{||:${one},${other}}`);

const IS_LOADED = "#{!=:#{@agent_wizard_taw},}";

const secondOf = (endMs: number): number => Math.ceil(endMs / 1000);

/**
 * Commands, for the call that sets metadata, that have its first end told; nothing where nobody would hear. A timer that
 * comes earlier does it as well, and no two are armed for one second.
 */
export function expireCommands(endsMs: readonly number[], nowMs: number): Command[] {
  if (endsMs.length === 0) return [];
  const last = secondOf(Math.max(...endsMs));
  const remember = `set -s @agent_wizard_lasting ${last}`;
  return [
    ["if-shell", "-F", `#{&&:${IS_LOADED},#{<:#{@agent_wizard_lasting},${last}}}`, remember],
    armCommand(secondOf(Math.min(...endsMs)), nowMs),
  ];
}

function armCommand(second: number, nowMs: number): Command {
  const isNone = `#{||:${isPast("@agent_wizard_expires")},#{>:#{@agent_wizard_expires},${second}}}`;
  const delay = Math.max(0, second - nowMs / 1000).toFixed(3);
  const start = `run-shell -b -d ${delay} '#{@agent_wizard_taw} events expire ${second} >/dev/null 2>&1 || :'`;
  const arm = `set -sa @agent_wizard_timers ' ${second} ' ; ${start}`;
  const isArmed = `#{m:* ${second} *,#{@agent_wizard_timers}}`;
  return [
    "if-shell",
    "-F",
    `#{&&:${IS_HEARD},${isNone}}`,
    `set -s @agent_wizard_expires ${second} ; if -F '${isArmed}' '' { ${arm} }`,
  ];
}

/** For the first who hears of ends: what was reported before has no timer, and gets one if it lasts still. */
export const LOOK_FOR_ENDS: Command = [
  "if-shell",
  "-F",
  `#{&&:${IS_HEARD},#{&&:${isPast("@agent_wizard_expires")},#{>:#{@agent_wizard_lasting},${NOW}}}}`,
  "run-shell -b '#{@agent_wizard_taw} events expire >/dev/null 2>&1 || :'",
];

interface Lasting {
  readonly id: PaneId | WorkspaceId;
  readonly kinds: readonly EntryKind[];
  readonly endsMs: readonly number[];
}

const lastingIn = ({ panes, workspaces }: World): Lasting[] => [
  ...panes.map((pane) => lasting(pane, KINDS.pane)),
  ...workspaces.map((workspace) => lasting(workspace, KINDS.workspace)),
];

const lasting = (
  { id, metadata }: { id: PaneId | WorkspaceId; metadata: Metadata | null },
  kinds: readonly EntryKind[],
): Lasting => ({ id, kinds, endsMs: metadata ? endsOf(metadata) : [] });

/**
 * Tells what has ended since a timer was armed for that second, and arms the next; a timer in whose place an earlier one
 * was armed does nothing. Without a second nothing has been armed, and nothing is told yet.
 */
export async function expire(tmux: Tmux, clock: Clock, second: number | null): Promise<void> {
  if (second !== null && !(await isTurnOf(tmux, second))) return;
  const things = lastingIn(await readWorld(tmux));
  const nowMs = clock.nowMs();
  const toldMs = Math.floor(nowMs / 1000) * 1000;
  const fromMs = second === null ? toldMs : (second - 1) * 1000;
  const isOver = (endMs: number) => endMs > fromMs && endMs <= toldMs;
  const told = things
    .filter(({ endsMs }) => endsMs.some(isOver))
    .flatMap(({ id, kinds }) => kinds.map((kind) => queueAppend(kind, id)));
  const next = things.flatMap(({ endsMs }) => endsMs).filter((endMs) => endMs > toldMs);
  const commands = [...told, ...expireCommands(next, nowMs)];
  if (commands.length > 0) await tmux.run(...commands);
}

/** Takes the timer out of those that are armed. */
async function isTurnOf(tmux: Tmux, second: number): Promise<boolean> {
  const answer = await tmux.run(
    ["set-option", "-sF", "@agent_wizard_timers", `#{s/ ${second} //:@agent_wizard_timers}`],
    [
      "if-shell",
      "-F",
      `#{==:#{@agent_wizard_expires},${second}}`,
      "set -su @agent_wizard_expires ; display-message -p mine",
    ],
  );
  return answer.trim() === "mine";
}
