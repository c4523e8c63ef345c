/** One process as the system tells it. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Process group. */
  readonly group: number;
  /** The group that its terminal listens to, 0 without a terminal. */
  readonly foreground: number;
  /** Names the terminal; comparable, not printable. "" without one. */
  readonly terminal: string;
  /** When it started, in the system's own unit: with the pid it tells a process from a later one of that pid. */
  readonly start: string;
  /** The name it goes by: the kernel's 15 bytes on Linux, argv[0]'s last part on macOS. */
  readonly comm: string;
  readonly argv: readonly string[];
}

/** `start` as one word, as options hold it beside the pid: macOS spells it with blanks. */
export const startWord = ({ start }: Pick<Process, "start">): string => start.replaceAll(" ", "_");

/** The processes that a terminal listens to, by pid. The leader has the group's number as its pid. */
export interface Job {
  readonly group: number;
  readonly processes: readonly Process[];
}

/** Null where it ended before the rest of its group. */
export const leaderOf = (job: Job): Process | null =>
  job.processes.find((process) => process.pid === job.group) ?? null;

const STAT_FIELDS = { state: 0, parent: 1, group: 2, terminal: 4, foreground: 5, start: 19 };

/**
 * One `/proc/<pid>/stat`. The name stands in parentheses and may hold any, so fields count from the last `)`.
 * A zombie has ended and is null, like text that is no stat.
 */
export function parseStat(text: string): Omit<Process, "argv"> | null {
  const open = text.indexOf("(");
  const close = text.lastIndexOf(")");
  const fields = text
    .slice(close + 2)
    .trim()
    .split(" ");
  const pid = Number(text.slice(0, Math.max(0, open)));
  const state = fields[STAT_FIELDS.state];
  const start = fields[STAT_FIELDS.start];
  if (open < 0 || !Number.isInteger(pid) || start === undefined) return null;
  if (state === "Z" || state === "X") return null;
  const terminal = fields[STAT_FIELDS.terminal] ?? "0";
  return {
    pid,
    parent: Number(fields[STAT_FIELDS.parent]),
    group: Number(fields[STAT_FIELDS.group]),
    foreground: Math.max(0, Number(fields[STAT_FIELDS.foreground])),
    terminal: terminal === "0" ? "" : terminal,
    start,
    comm: text.slice(open + 1, close),
  };
}

const PTY_MAJOR = 136;

/** The path of a terminal that `Process.terminal` names, as tmux prints a pane's; "" without one, or when it is no pty. */
export function terminalPath(terminal: string): string {
  if (!/^\d+$/.test(terminal)) return terminal === "" ? "" : `/dev/${terminal}`;
  const device = Number(terminal);
  const minor = (device & 0xff) | ((device >>> 12) & 0xfff00);
  return ((device >>> 8) & 0xfff) === PTY_MAJOR ? `/dev/pts/${minor}` : "";
}

/** One `/proc/<pid>/cmdline`: words end with NUL; empty ones say nothing. */
export const parseCmdline = (text: string): string[] => text.split("\0").filter(Boolean);

const PS_ROW =
  /^\s*(\d+)\s+(\d+)\s+(-?\d+)\s+(-?\d+)\s+(\S+)\s+(\S+)\s+(\S+ +\S+ +\d+ [\d:]+ \d+)\s+(.*)$/;

/** The columns of `ps` that `parsePs` reads. */
export const PS_COLUMNS = "pid=,ppid=,pgid=,tpgid=,tty=,state=,lstart=,args=";

/**
 * macOS's `ps -A -ww -o PS_COLUMNS`. It gives argv joined by blanks and no name that can be told apart from it, so the
 * name is argv[0]'s last part without a login shell's `-`, as herdr takes it there (process-identification.md §1).
 */
export function parsePs(text: string): Process[] {
  return text.split("\n").flatMap((line) => {
    const row = PS_ROW.exec(line);
    if (row === null) return [];
    const [, pid, parent, group, foreground, tty = "", state = "", start = "", args = ""] = row;
    if (state.startsWith("Z")) return [];
    const argv = args.split(" ").filter(Boolean);
    const first = (argv[0] ?? "").replace(/^-/, "");
    return {
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      foreground: Math.max(0, Number(foreground)),
      terminal: tty.startsWith("?") ? "" : tty,
      start,
      comm: first.slice(first.lastIndexOf("/") + 1),
      argv,
    };
  });
}

/**
 * The job in front on the terminal of `pid`, among `processes`: the live members of its group that descend from `pid`
 * or from the group's leader (process-identification.md §1, full probe). Null when nothing is in front there.
 */
export function foregroundJob(processes: readonly Process[], pid: number): Job | null {
  const group = processes.find((process) => process.pid === pid)?.foreground ?? 0;
  if (group === 0) return null;
  const family = familyOf(processes, [pid, group]);
  const members = processes.filter((process) => process.group === group && family.has(process.pid));
  return { group, processes: members.toSorted((a, b) => a.pid - b.pid) };
}

function familyOf(processes: readonly Process[], roots: readonly number[]): ReadonlySet<number> {
  const family = new Set(roots);
  for (let size = 0; size < family.size;) {
    size = family.size;
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid);
  }
  return family;
}
