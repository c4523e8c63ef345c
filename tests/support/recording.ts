import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What one agent printed in one turn (tests/fixtures/recordings/README.md). */
export interface Recording {
  readonly agent: string;
  readonly width: number;
  readonly height: number;
  /** The terminal's title before the turn. */
  readonly title: string;
  /** Paints the screen as it was before the turn. */
  readonly start: string;
  readonly chunks: readonly { readonly ms: number; readonly bytes: Uint8Array }[];
  /** The states as the model server and the driver knew them. */
  readonly truth: readonly { readonly ms: number; readonly state: string }[];
}

/** `claude/turn-text` → where its recording lies. */
export const recordingPath = (name: string): string =>
  join(import.meta.dir, "../fixtures/recordings", `${name}.json`);

export function readRecording(path: string): Recording {
  const { chunks, truth, ...head } = JSON.parse(readFileSync(path, "utf8"));
  const all = readFileSync(path.replace(/\.json$/, ".bytes"));
  let end = 0;
  return {
    ...head,
    chunks: pairs(chunks).map(([ms = "", length = ""]) => {
      const bytes = all.subarray(end, end + Number(length));
      end += bytes.length;
      return { ms: Number(ms), bytes };
    }),
    truth: pairs(truth).map(([ms = "", state = ""]) => ({ ms: Number(ms), state })),
  };
}

/** `12:34 56:78` */
const pairs = (text: string): string[][] => text.split(" ").map((pair) => pair.split(":"));
