import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { TmuxServer } from "../support/tmux.ts";

/** What /proc says of running processes; these benches run on Linux. */
const TICK_MS = 10;

const fieldsOf = (pid: number): string[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
};

const sumOf = (fields: readonly string[], first: number, count: number): number =>
  fields.slice(first, first + count).reduce((sum, text) => sum + Number(text), 0);

/** CPU time of a process, ms, in steps of 10. */
export const cpuMs = (pid: number): number => sumOf(fieldsOf(pid), 11, 2) * TICK_MS;

/** The same with what its ended children used: a watcher's tmux calls. */
export const cpuWithChildrenMs = (pid: number): number => sumOf(fieldsOf(pid), 11, 4) * TICK_MS;

/** How often the threads of a process went to sleep by themselves, which is once for every wake-up. */
export function wakeUps(pid: number): number {
  const tasks = readdirSync(`/proc/${pid}/task`);
  return tasks.reduce((sum, task) => {
    const path = `/proc/${pid}/task/${task}/status`;
    const status = existsSync(path) ? readFileSync(path, "latin1") : "";
    return sum + Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  }, 0);
}

const megabytes = (kilobytes: number): number => kilobytes / 1024;

/** Proportional set size, MB: shared pages count for their share. */
export function pssMb(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "latin1");
  return megabytes(Number(/^Pss:\s+(\d+)/m.exec(text)?.[1]));
}

/** Memory that is the process's own, MB. */
export function privateMb(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "latin1");
  const parts = [...text.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+)/gm)];
  return megabytes(parts.reduce((sum, part) => sum + Number(part[1]), 0));
}

/** Resident set size, MB. */
export const rssMb = (pid: number): number =>
  megabytes(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1]));

/** The process that watches each pane of a server, by pane. */
export async function watchersOf(server: TmuxServer): Promise<ReadonlyMap<string, number>> {
  const rows = await server.tmux("list-panes", "-a", "-F", "#{pane_id} #{@agent_watcher}");
  const named = rows.split("\n").map((row) => row.split(" "));
  return new Map(
    named.flatMap(([paneId = "", pid = ""]) =>
      pid === "" ? [] : [[paneId, Number(pid)] as const],
    ),
  );
}

export const serverPid = async (server: TmuxServer): Promise<number> =>
  Number(await server.tmux("display-message", "-p", "#{pid}"));
