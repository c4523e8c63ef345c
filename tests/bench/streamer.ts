/**
 * Runs in a pane in place of an agent that never stops working: `streamer.ts RECORDING.json` prints the first span of
 * work of a recording over and over at its own pace.
 */
import { writeSync } from "node:fs";
import { readRecording } from "../support/recording.ts";

const { start, title, chunks, truth } = readRecording(process.argv[2] ?? "");
const begins = truth.findIndex(({ state }) => state === "working");
const from = truth[begins]?.ms ?? 0;
const to = truth[begins + 1]?.ms ?? Number.POSITIVE_INFINITY;
const work = chunks.filter(({ ms }) => ms >= from && ms < to);
process.stdin.setRawMode(true);
process.stdin.resume();
writeSync(1, `\x1b]2;${title}\x07${start}`);
for (;;) {
  const startedAt = performance.now();
  for (const { ms, bytes } of work) {
    await Bun.sleep(Math.max(1, ms - from - (performance.now() - startedAt)));
    writeSync(1, bytes);
  }
}
