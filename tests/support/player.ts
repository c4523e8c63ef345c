/**
 * Runs in a pane in place of an agent and prints what a real one printed: `player.ts RECORDING.json SPEED PIECE [LOG]`.
 * The screen it began with is painted at once; the first key plays the recording at SPEED times its pace, each piece
 * of output cut into at most PIECE bytes; then it stays, as an agent does. TAW_AGENT says who it is. With a fourth word,
 * the unix ms at which each chunk was printed are written to that file at the end.
 */
import { writeFileSync, writeSync } from "node:fs";
import { readRecording } from "./recording.ts";

const [path = "", speed = "1", piece = "65536", log = ""] = process.argv.slice(2);
const { title, start, chunks } = readRecording(path);

function print(data: Uint8Array): void {
  for (let done = 0; done < data.length;) done += writeSync(1, data.subarray(done));
}

// The terminal answers the recording's questions, and the keys are nobody's.
process.stdin.setRawMode(true);
process.stdin.resume();
print(Buffer.from(`\x1b]2;${title}\x07${start}`));
await new Promise((resolve) => process.stdin.once("data", resolve));

const printedAt: number[] = [];
const startedAt = performance.now();
for (const { ms, bytes } of chunks) {
  const wait = ms / Number(speed) - (performance.now() - startedAt);
  if (wait > 0) await Bun.sleep(wait);
  for (let at = 0; at < bytes.length; at += Number(piece)) {
    print(bytes.subarray(at, at + Number(piece)));
  }
  printedAt.push(performance.timeOrigin + performance.now());
}
if (log !== "") writeFileSync(log, JSON.stringify(printedAt));
