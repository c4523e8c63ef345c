import * as v from "valibot";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** `claude/turn-text` → where its recording lies. */
export const recordingPath = (name: string): string =>
  join(import.meta.dir, "../fixtures/recordings", `${name}.json`);

const fields = v.object({
  agent: v.string(),
  width: v.number(),
  height: v.number(),
  /** The terminal's title before the turn. */
  title: v.string(),
  /** Paints the screen as it was before the turn. */
  start: v.string(),
  /** `12:34 56:78`: when, in ms, and how many bytes. */
  chunks: v.string(),
  /** `0:working 56:idle`: the states as the model server and the driver knew them. */
  truth: v.string(),
});

export type Recording = ReturnType<typeof readRecording>;

/** What one agent printed in one turn (tests/fixtures/recordings/README.md). */
export function readRecording(path: string) {
  const { chunks, truth, ...head } = v.parse(fields, JSON.parse(readFileSync(path, "utf8")));
  const all = readFileSync(path.replace(/\.json$/, ".bytes"));
  let end = 0;
  const pieces = pairs(chunks).map(([ms = "", length = ""]) => {
    const bytes = all.subarray(end, end + Number(length));
    end += bytes.length;
    return { ms: Number(ms), bytes };
  });
  const states = pairs(truth).map(([ms = "", state = ""]) => ({ ms: Number(ms), state }));
  return { ...head, chunks: pieces, truth: states };
}

const pairs = (text: string): string[][] => text.split(" ").map((pair) => pair.split(":"));
