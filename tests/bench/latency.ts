import { existsSync } from "node:fs";
import { join } from "node:path";
import { playedAgent, loadAndListen } from "../support/played.ts";
import { readRecording, recordingPath } from "../support/recording.ts";
import type { Recording } from "../support/recording.ts";
import { tmuxServer } from "../support/tmux.ts";
import type { TmuxServer } from "../support/tmux.ts";
import { until } from "../support/until.ts";
import { atMost, floor } from "./bench.ts";
import type { Bench, Outcome, Row } from "./bench.ts";
import { percentile } from "./measure.ts";
import type { Samples } from "./measure.ts";
import type { Seen } from "./option-log.ts";
import { OptionLog } from "./option-log.ts";
import { tapeOf } from "./tape.ts";
import type { Shown } from "./tape.ts";

const RECORDINGS = [
  "claude/turn-text",
  "cline/turn-perm",
  "codex/turn-perm",
  "copilot/turn-ask",
  "kilo/turn-perm",
  "opencode/turn-perm",
  "pi/turn-perm",
] as const;
const ROUNDS = 3;
/** As many as play at once; more would measure the machine. */
const LANES = 2;
/** A state that is shown for less than this may be passed over (sampling.md §1). */
const SHORT_MS = 250;
const SILENCE_MS = 300;

interface Result {
  afterSilence: Samples;
  outOfAnimation: Samples;
  wrong: string[];
  missed: string[];
}

/** The rest between two turns of a state machine: done and idle are the same sight. */
const sight = (state: string): string => (state === "done" ? "idle" : state);

/** The burst that changed the state began within 300 ms, after 300 ms without a byte. */
function isAfterSilence({ chunks }: Recording, { chunk, ms }: Shown): boolean {
  for (let at = chunk; at >= 0; at--) {
    const now = chunks[at]?.ms ?? 0;
    if (ms - now > SILENCE_MS) return false;
    if (at === 0 || now - (chunks[at - 1]?.ms ?? 0) >= SILENCE_MS) return true;
  }
  return false;
}

/** Puts what the options said beside what was to be seen, state by state. */
function compare(
  name: string,
  recording: Recording,
  tape: readonly Shown[],
  seen: readonly Seen[],
  printedAt: readonly number[],
  result: Result,
): void {
  let from = 0;
  for (const shown of tape.slice(1)) {
    const found = seen.findIndex(({ state }, at) => at >= from && sight(state) === shown.state);
    if (found < 0 || (found > from && shown.lasts < SHORT_MS)) {
      if (shown.lasts >= SHORT_MS) result.missed.push(`${name} ${shown.state} at ${shown.ms}`);
      continue;
    }
    for (const { state } of seen.slice(from, found)) {
      result.wrong.push(`${name} ${state} in ${seen.map((one) => one.state).join(" ")}`);
    }
    from = found + 1;
    const delay = (seen[found]?.atMs ?? Number.NaN) - (printedAt[shown.chunk] ?? Number.NaN);
    const list = isAfterSilence(recording, shown) ? result.afterSilence : result.outOfAnimation;
    if (shown.lasts >= SHORT_MS || shown === tape.at(-1)) list.push(delay);
  }
  result.wrong.push(...seen.slice(from).map(({ state }) => `${name} ${state} at the end`));
}

async function playOnce(
  server: TmuxServer,
  log: OptionLog,
  name: string,
  recording: Recording,
): Promise<{ seen: readonly Seen[]; printedAt: number[] }> {
  const file = join(server.box.root, `printed-${Math.random().toString(36).slice(2)}`);
  const { paneId, play } = await playedAgent(server, name, { log: file });
  const lastSeen = () => log.of(paneId).at(-1)?.state ?? "";
  await until("its rest is seen", lastSeen, (state) => !["", "unknown"].includes(state));
  const before = log.of(paneId).length;
  await play();
  const limit = (recording.chunks.at(-1)?.ms ?? 0) + 20_000;
  await until(`${name} has played`, () => existsSync(file), Boolean, limit);
  const printedAt: number[] = await Bun.file(file).json();
  const settled = performance.now() + 1500;
  await until("the last state is written", () => performance.now() > settled);
  const seen = log.of(paneId).slice(before);
  await server.tmux("kill-pane", "-t", paneId);
  return { seen, printedAt };
}

async function measure(): Promise<Result> {
  await using server = await tmuxServer();
  await loadAndListen(server);
  const recordings = RECORDINGS.map((name) => [name, readRecording(recordingPath(name))] as const);
  const tapes = new Map<string, Shown[]>();
  for (const [name, recording] of recordings) tapes.set(name, await tapeOf(server, recording));
  const result: Result = { afterSilence: [], outOfAnimation: [], wrong: [], missed: [] };
  const log = new OptionLog(server);
  const todo = Array.from({ length: ROUNDS }, () => recordings).flat();
  const lane = async () => {
    for (let next = todo.shift(); next !== undefined; next = todo.shift()) {
      const [name, recording] = next;
      const { seen, printedAt } = await playOnce(server, log, name, recording);
      compare(name, recording, tapes.get(name) ?? [], seen, printedAt, result);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await log.close();
  return result;
}

const delays = (what: string, samples: Samples, share: number, bar: number): Row =>
  atMost(what, percentile(samples, share), bar, "ms");

export const latency: Bench = {
  name: "latency",
  about: `last byte of a chunk that changes the state to the option set, ${RECORDINGS.length} agents at their pace, ${ROUNDS} rounds`,
  async run(): Promise<Outcome> {
    const { afterSilence, outOfAnimation, wrong, missed } = await measure();
    for (const text of wrong) console.error(`wrong: ${text}`);
    for (const text of missed) console.error(`missed: ${text}`);
    return {
      rows: [
        delays("state set after silence, p50", afterSilence, 0.5, 60),
        delays("state set after silence, p95", afterSilence, 0.95, 250),
        delays("state set out of an animation, p50", outOfAnimation, 0.5, 200),
        delays("state set out of an animation, p95", outOfAnimation, 0.95, 450),
        atMost("wrong states in between", wrong.length, 0, ""),
        atMost("states missed", missed.length, 0, ""),
        floor("changes after silence", afterSilence.length, ""),
        floor("changes out of an animation", outOfAnimation.length, ""),
      ],
      samples: { afterSilence, outOfAnimation },
    };
  },
};
