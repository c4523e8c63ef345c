import { errorCode } from "../core/error-code.ts";
import { parseCmdline, parsePs, parseStat, PS_COLUMNS } from "../core/job.ts";
import type { Process } from "../core/job.ts";
import { capture } from "./process.ts";
import { realPath } from "./real-path.ts";

/**
 * The process table. On Linux everything is read from /proc, with no process started; Bun's own file reading costs
 * 0.05 ms a file and, other than `node:fs`, no memory that stays. macOS asks `ps` once per look.
 */
const HAS_PROC = process.platform === "linux";

/** A file of /proc; null when its process has ended or belongs to somebody else. */
async function readProc(path: string): Promise<string | null> {
  try {
    return await Bun.file(`/proc/${path}`).text();
  } catch (cause) {
    if (errorCode(cause) !== "") return null;
    throw cause;
  }
}

/** A process that runs now; null when it has ended, also while its parent has not noticed. */
export async function readProcess(pid: number): Promise<Process | null> {
  if (!HAS_PROC) return (await listByPs()).find((process) => process.pid === pid) ?? null;
  const stat = parseStat((await readProc(`${pid}/stat`)) ?? "");
  if (stat === null) return null;
  return { ...stat, argv: parseCmdline((await readProc(`${pid}/cmdline`)) ?? "") };
}

/** A process without its words, which cost a second file. */
type Stat = Omit<Process, "argv">;

/** The same without its words, for the look that is made often. */
export async function readProcessStat(pid: number): Promise<Stat | null> {
  return HAS_PROC ? parseStat((await readProc(`${pid}/stat`)) ?? "") : readProcess(pid);
}

/**
 * The words of the job in front of each of these processes' terminals, by their pid; absent where there is none to show.
 * One `ps` for all of them on macOS.
 */
export async function readFrontWords(pids: readonly number[]): Promise<Map<number, string[]>> {
  const all = HAS_PROC ? null : new Map((await listByPs()).map((one) => [one.pid, one]));
  const found = new Map<number, string[]>();
  for (const pid of pids) {
    const root = all ? all.get(pid) : await readProcessStat(pid);
    if (!root || root.foreground === 0) continue;
    const leader = all ? all.get(root.foreground) : await readProcess(root.foreground);
    if (leader && leader.argv.length > 0) found.set(pid, [...leader.argv]);
  }
  return found;
}

const MOST_ANCESTORS = 64;

/**
 * A process and those it descends from, nearest first, up to `last` or to the machine's first. Not whole where one of
 * them has ended, belongs to whom /proc hides it from, or is younger than its child: another one by the same pid.
 */
export async function readAncestors(
  pid: number,
  last: number,
): Promise<{ line: Stat[]; isWhole: boolean }> {
  const all = HAS_PROC ? null : new Map((await listByPs()).map((one) => [one.pid, one]));
  const line: Stat[] = [];
  for (let next = pid; line.length < MOST_ANCESTORS;) {
    const one = all ? all.get(next) : await readProcessStat(next);
    const child = line.at(-1);
    if (!one || (child && startedAt(one) > startedAt(child))) return { line, isWhole: false };
    line.push(one);
    if (one.parent <= 1 || next === last) return { line, isWhole: true };
    next = one.parent;
  }
  return { line, isWhole: false };
}

/** Comparable: hundredths of a second on Linux, milliseconds on macOS. */
const startedAt = ({ start }: Stat): number => (HAS_PROC ? Number(start) : Date.parse(start));

const MOST_PROCESSES = 512;

/** A process and all that descends from it, at most 512 processes. */
export async function readTree(root: number): Promise<Process[]> {
  if (!HAS_PROC) return listByPs();
  const found: Process[] = [];
  const waiting = [root];
  for (let pid = waiting.shift(); pid !== undefined; pid = waiting.shift()) {
    if (found.length >= MOST_PROCESSES) break;
    const one = await readProcess(pid);
    if (one !== null) found.push(one);
    waiting.push(...(await childrenOf(pid)));
  }
  return found;
}

/** The processes that a process started itself and that still run. */
export async function readChildren(parent: number): Promise<Process[]> {
  if (!HAS_PROC) return (await listByPs()).filter((one) => one.parent === parent);
  const found = await Promise.all((await childrenOf(parent)).map(readProcess));
  return found.filter((one) => one !== null);
}

/** The kernel lists children under the thread that started them. */
async function childrenOf(pid: number): Promise<number[]> {
  const threads = threadsOf(pid);
  const lists = await Promise.all(
    threads.map((thread) => readProc(`${pid}/task/${thread}/children`)),
  );
  return lists.flatMap((list) => (list ?? "").split(" ").filter(Boolean).map(Number));
}

function threadsOf(pid: number): string[] {
  try {
    return [...new Bun.Glob("*").scanSync({ cwd: `/proc/${pid}/task`, onlyFiles: false })];
  } catch (cause) {
    if (errorCode(cause) !== "") return [];
    throw cause;
  }
}

const listByPs = async (): Promise<Process[]> =>
  parsePs(await capture(["ps", "-A", "-ww", "-o", PS_COLUMNS]));

/** A variable of a process's environment as it was when it started, the first of `names` that is set; null when none. */
export async function variableOf(pid: number, names: readonly string[]): Promise<string | null> {
  const variables = await variablesOf(pid);
  const found = names.find((name) => variables?.has(name)) ?? "";
  return variables?.get(found) || null;
}

/**
 * The variables that a process was started with; null where the system keeps them to itself. macOS tells none at all,
 * which is an empty list.
 */
export async function variablesOf(pid: number): Promise<ReadonlyMap<string, string> | null> {
  const text = HAS_PROC ? await readProc(`${pid}/environ`) : "";
  if (text === null) return null;
  const entries = text.split("\0").filter((entry) => entry.includes("="));
  return new Map(entries.map((entry) => cutAt(entry, entry.indexOf("="))));
}

const cutAt = (text: string, at: number): [string, string] => [
  text.slice(0, at),
  text.slice(at + 1),
];

/** Where the links of a path end, as a process with its own current directory sees it. */
export function followLinks(process: Process, path: string): string | null {
  if (path.startsWith("/")) return realPath(path);
  return HAS_PROC ? realPath(`/proc/${process.pid}/cwd/${path}`) : null;
}

/** The folder a process works in; null where the system does not tell, or it has ended. */
export const workingFolder = (process: Pick<Process, "pid">): string | null =>
  HAS_PROC ? realPath(`/proc/${process.pid}/cwd`) : null;

/** Linux counts a process's start in hundredths of a second since the machine's. */
const TICK_MS = 10;

/** How long a process runs, in ms; null where the system does not tell (macOS). */
export async function ageOf(process: Stat): Promise<number | null> {
  if (!HAS_PROC) return null;
  const uptime = Number((await readProc("uptime"))?.split(" ")[0]);
  return Number.isFinite(uptime) ? uptime * 1000 - Number(process.start) * TICK_MS : null;
}
