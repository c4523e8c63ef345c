import { Failure } from "../core/failure.ts";
import { startWord } from "../core/job.ts";
import type { Clock } from "../system/clock.ts";
import { signalProcess } from "../system/signals.ts";
import { readProcessStat } from "../system/proc.ts";
import type { Command, Tmux } from "../tmux/client.ts";
import { ask } from "../tmux/sections.ts";

/**
 * The herdr socket's life (decision 7). `@agent-wizard-herdr-socket` is `on`: served from the load on, and told to every
 * pane. `auto`, as without it: served once something that needs it starts it. `off`: never.
 */
export type SocketWish = "auto" | "on" | "off";

/** The name that herdr's tools expect of the socket in its folder (plugins/traps.md 26). */
const SOCKET_NAME = "herdr.sock";
const VARIABLE = "HERDR_SOCKET_PATH";

export const socketPathIn = (runtime: string): string => `${runtime}/${SOCKET_NAME}`;

export const SOCKET_WISH: Command = ["show-options", "-gqv", "@agent-wizard-herdr-socket"];
export const SOCKET_HOLDER: Command = ["display-message", "-p", "#{@agent_wizard_socket}"];

/** What the option says; null for a word that it does not have, which is read as `auto`. */
export function parseSocketWish(shown: string): SocketWish | null {
  const word = shown.trim();
  if (word === "") return "auto";
  return word === "auto" || word === "on" || word === "off" ? word : null;
}

/**
 * Serves, and again after a crash, with nobody who looks now and then: the shell waits for the server, and starts it anew
 * unless it ended of its own will. After each crash it takes twice as long, up to a minute.
 */
const KEEP_SERVING: Command = [
  "run-shell",
  "-b",
  "wait=1; until #{@agent_wizard_taw} socket serve --supervised >/dev/null 2>&1; do sleep $wait; [ $wait -ge 60 ] || wait=$((wait * 2)); done",
];

/** What the global environment of the tmux server, as `show-environment -g` prints it, says of the socket. */
export const isToldToPanes = (shown: string, path: string): boolean =>
  shown.split("\n").includes(`${VARIABLE}=${path}`);

/** What a load does for the socket: new panes are told where it is, and it is served, or they are not told any more. */
export function socketCommands(wish: SocketWish, environment: string, path: string): Command[] {
  if (wish === "on") return [["set-environment", "-g", VARIABLE, path], KEEP_SERVING];
  return untoldCommands(environment, path);
}

/** Takes the variable out again where it is ours. */
export const untoldCommands = (environment: string, path: string): Command[] =>
  isToldToPanes(environment, path) ? [["set-environment", "-gu", VARIABLE]] : [];

/** Who serves: a process by its id and start, so that another of the same id is not taken for it. */
export interface Holder {
  pid: number;
  start: string;
}

export async function ownHolder(): Promise<Holder> {
  const self = await readProcessStat(process.pid);
  return { pid: process.pid, start: self ? startWord(self) : "0" };
}

export const printHolder = ({ pid, start }: Holder): string => `${pid} ${start}`;

function parseHolder(shown: string): Holder | null {
  const [pid = "", start = ""] = shown.trim().split(" ");
  return /^\d+$/.test(pid) && start !== "" ? { pid: Number(pid), start } : null;
}

/** Who serves this tmux server's socket now; null when nobody does, whatever the option still says. */
export async function holderIn(shown: string): Promise<Holder | null> {
  const holder = parseHolder(shown);
  if (holder === null) return null;
  const process = await readProcessStat(holder.pid);
  return process && startWord(process) === holder.start ? holder : null;
}

const END_LIMIT_MS = 3_000;
const LOOK_EVERY_MS = 20;

/**
 * Ends who serves, and waits until it has; null when nobody did.
 *
 * @throws Failure `timeout` when it does not end
 */
export async function stopServing(tmux: Tmux, clock: Clock): Promise<Holder | null> {
  const { shown } = await ask(tmux, { shown: SOCKET_HOLDER });
  const holder = await holderIn(shown);
  if (holder === null) return null;
  signalProcess(holder.pid, "SIGTERM");
  const endMs = clock.monotonicMs() + END_LIMIT_MS;
  while ((await holderIn(shown)) !== null) {
    if (clock.monotonicMs() > endMs) {
      throw new Failure(
        "timeout",
        `the socket server, process ${holder.pid}, did not end within ${END_LIMIT_MS / 1000} s: end it with kill -KILL ${holder.pid}`,
      );
    }
    await clock.sleep(LOOK_EVERY_MS);
  }
  return holder;
}
