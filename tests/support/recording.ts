import * as v from "valibot";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** `claude/turn-text` → where its recording lies. */
export const recordingPath = (name: string): string =>
  join(import.meta.dir, "../fixtures/recordings", `${name}.json`);

const fields = v.object({
  /** The terminal's title before the turn. */
  title: v.string(),
  /** Paints the screen as it was before the turn. */
  start: v.string(),
  /** `12:34 56:78`: when, in ms, and how many bytes. */
  chunks: v.string(),
});

/** What one agent printed in one turn (tests/fixtures/recordings/README.md). */
export function readRecording(path: string) {
  const { title, start, chunks } = v.parse(fields, JSON.parse(readFileSync(path, "utf8")));
  const all = readFileSync(path.replace(/\.json$/, ".bytes"));
  let end = 0;
  const pieces = chunks.split(" ").map((pair) => {
    const [ms, length] = pair.split(":").map(Number);
    const bytes = all.subarray(end, end + (length ?? 0));
    end += bytes.length;
    return { ms: ms ?? 0, bytes };
  });
  return { title, start, chunks: pieces };
}
