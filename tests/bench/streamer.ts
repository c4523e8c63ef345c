/**
 * Runs in a pane in place of an agent that never stops working: `streamer.ts RECORDING.json` prints the longest span of
 * work of a recording over and over at its own pace, after what went before it.
 */
import { writeSync } from "node:fs";
import { readRecording } from "../support/recording.ts";

const { start, title, chunks, truth } = readRecording(process.argv[2] ?? "");
const spans = truth
  .map(({ ms, state }, at) => ({ state, from: ms, to: truth[at + 1]?.ms ?? ms }))
  .filter(({ state }) => state === "working")
  .toSorted((one, other) => other.to - other.from - (one.to - one.from));
const { from, to } = spans[0] ?? { from: 0, to: 0 };
const work = chunks.filter(({ ms }) => ms >= from && ms < to - 100);
process.stdin.setRawMode(true);
process.stdin.resume();
writeSync(1, `\x1b]2;${title}\x07${start}`);
for (const { ms, bytes } of chunks) if (ms < from) writeSync(1, bytes);
for (;;) {
  const startedAt = performance.now();
  for (const { ms, bytes } of work) {
    await Bun.sleep(Math.max(1, ms - from - (performance.now() - startedAt)));
    writeSync(1, bytes);
  }
}
