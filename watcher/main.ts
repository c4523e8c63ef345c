import { errorCode } from "../src/core/error-code.ts";
import { Failure } from "../src/core/failure.ts";
import { parsePaneId } from "../src/core/ids.ts";
import { startWord } from "../src/core/job.ts";
import { clockOf } from "../src/system/clock.ts";
import { configFolder, readEnvironment, stateFolder } from "../src/system/env.ts";
import { logLine } from "../src/system/log.ts";
import { readProcessStat } from "../src/system/proc.ts";
import { timerScale } from "../src/system/scale.ts";
import { Tidy } from "../src/system/tidy.ts";
import { addressOf } from "../src/tmux/address.ts";
import { makeTmux } from "../src/tmux/client.ts";
import type { WatchedFields } from "../src/tmux/watched.ts";
import { openNudgeSocket } from "./nudge.ts";
import type { NudgeSocket } from "./nudge.ts";
import { Pace } from "./pace.ts";
import type { Timers } from "./step.ts";
import { TIMERS } from "./step.ts";
import { Watcher } from "./watcher.ts";

/**
 * `__watch PANE SOCKET SERVER-PID`, started by `pipe-pane` with the pane's output on stdin (docs/ARCHITECTURE.md,
 * "Watcher lifecycle"). It ends when its stdin ends.
 */
const self = await readProcessStat(process.pid);
// The launcher has seen to it where the machine has a program for that; calling the C library costs half a megabyte.
if (self?.group !== process.pid) {
  const { leaveSession } = await import("../src/system/libc.ts");
  leaveSession();
}

const [paneWord = "", socketPath = ""] = Bun.argv.slice(2);
const paneId = parsePaneId(paneWord);
if (paneId === null || !socketPath.startsWith("/")) {
  console.error("taw: a watcher is started by tmux: run 'taw watch attach-all'");
  process.exit(2);
}

const environment = readEnvironment();
const address = addressOf({ socketPath, uid: process.getuid?.() ?? 0 });
const told = new Set<string>();
let folder = stateFolder(environment);

const clock = clockOf(environment);
const watcher = new Watcher({
  tmux: makeTmux(address, environment, { standsStill: true }),
  clock,
  timers: scaled(TIMERS, timerScale(environment, socketPath)),
  paneId,
  configFolder: configFolder(environment),
  onProblem: (problem) => void tell(problem),
});

const own: { nudges: NudgeSocket | null; isEnding: boolean } = { nudges: null, isEnding: false };

function scaled(timers: Timers, scale: number): Timers {
  return { ...timers, grace: timers.grace * scale, away: timers.away * scale };
}

/** A surprise goes to the log once, however often it happens. */
async function tell(problem: unknown): Promise<void> {
  const text = problem instanceof Error ? problem.message : String(problem);
  if (told.has(text) || told.size > 20) return;
  told.add(text);
  await logLine(
    `${folder}/logs/watcher.log`,
    clock.nowMs(),
    `${paneWord} of ${socketPath}: ${text}`,
  );
}

async function nameOfThis({ runtimeFolder, stateFolder }: WatchedFields): Promise<string> {
  if (stateFolder !== "") folder = stateFolder;
  const start = self ? startWord(self) : "0";
  if (runtimeFolder !== "") own.nudges ??= await nudgesIn(runtimeFolder);
  return `${process.pid} ${start} ${own.nudges?.path ?? "-"}`;
}

const nudgesAt = (folder: string): NudgeSocket =>
  openNudgeSocket(folder, clock, () => watcher.nudge());

/** The folder may have gone with a logout; it is made again, as by everybody who finds it so (decision 2). */
async function nudgesIn(runtimeFolder: string): Promise<NudgeSocket> {
  try {
    return nudgesAt(runtimeFolder);
  } catch (cause) {
    if (errorCode(cause) !== "ENOENT") throw cause;
    const { serverFolders } = await import("../src/tmux/folders.ts");
    const { runtime } = await serverFolders(makeTmux(address, environment), environment);
    return nudgesAt(runtime);
  }
}

/** A tmux that hangs while a pane opens is asked again; until then the pane's output is taken in and kept. */
async function start(): Promise<void> {
  for (let waitMs = 500; !own.isEnding; waitMs = Math.min(30_000, waitMs * 2)) {
    try {
      await watcher.start(nameOfThis);
      return;
    } catch (cause) {
      await tell(cause);
      await clock.sleep(waitMs);
    }
  }
}

const started = start();

/**
 * A turn that has ended is often followed by a long rest, and what was read in it is a fifth of a watcher's memory. A
 * shell's prompts and answers leave less behind than a collection costs; the start is over once.
 */
const tidy = new Tidy({ bytes: 64 * 1024, pieces: 40, overMs: 3000 });
tidy.passed(Number.POSITIVE_INFINITY);

/** For taking its name off the pane. */
const END_MS = 1000;

/** When the pane went with its server, there is nobody left to tell. */
async function release(): Promise<void> {
  try {
    await started;
    await watcher.end(makeTmux(address, environment, { standsStill: true, limitMs: END_MS }));
  } catch (cause) {
    if (!(cause instanceof Failure && cause.code === "tmux_error")) await tell(cause);
  }
}

async function end(): Promise<never> {
  own.isEnding = true;
  await Promise.race([release(), Bun.sleep(END_MS)]);
  await own.nudges?.remove();
  process.exit(0);
}

for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"] as const) process.on(signal, () => void end());

const pace = new Pace();

for await (const piece of Bun.stdin.stream()) {
  tidy.passed(piece.length);
  watcher.onOutput(piece);
  own.nudges?.onOutput();
  const pauseMs = pace.pauseMs(piece.length, clock.monotonicMs());
  if (pauseMs > 0) await clock.sleep(pauseMs);
}
await end();
