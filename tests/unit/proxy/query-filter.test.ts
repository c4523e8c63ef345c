import { describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { join } from "node:path";
import { QueryFilter } from "../../../src/proxy/query-filter.ts";

const recordings = join(import.meta.dir, "../../fixtures/recordings");
const byBel = "\x1b]7501;?\x07";
const bySt = "\x1b]7501;?\x1b\\";

/** What came through and what was answered, of output that came in pieces of one size. */
function filtered(
  output: string | Uint8Array,
  size: number,
): { passed: string; answers: string[] } {
  const bytes = typeof output === "string" ? Buffer.from(output, "latin1") : output;
  let passed = "";
  const answers: string[] = [];
  const filter = new QueryFilter({
    pass: (piece) => (passed += Buffer.from(piece).toString("latin1")),
    answer: (piece) => answers.push(Buffer.from(piece).toString("latin1")),
  });
  for (let at = 0; at < bytes.length; at += size) filter.feed(bytes.subarray(at, at + size));
  filter.end();
  return { passed, answers };
}

const everySize = [1, 2, 3, 5, 7, 64, 100_000];

describe("the question is taken out and answered with its own bytes", () => {
  test.each([
    ["ended by BEL", byBel, "", [byBel]],
    ["ended by ST", bySt, "", [bySt]],
    ["between text", `a${byBel}b`, "ab", [byBel]],
    ["twice", `${byBel}x${bySt}`, "x", [byBel, bySt]],
    ["after a lone ESC", `\x1b${byBel}`, "\x1b", [byBel]],
    ["after a title", `\x1b]0;t\x07${byBel}`, "\x1b]0;t\x07", [byBel]],
    ["after a title ended by ST", `\x1b]0;t\x1b\\${bySt}`, "\x1b]0;t\x1b\\", [bySt]],
    ["after a string that it breaks off", `\x1b]7501;?${byBel}`, "\x1b]7501;?", [byBel]],
    ["after another string that it breaks off", `\x1b_G${byBel}`, "\x1b_G", [byBel]],
    ["after a DCS string", `\x1bPq\x1b\\${byBel}`, "\x1bPq\x1b\\", [byBel]],
    ["before CSI c", `${byBel}\x1b[c`, "\x1b[c", [byBel]],
  ])("%s", (_where, output, passed, answers) => {
    for (const size of everySize) expect(filtered(output, size)).toEqual({ passed, answers });
  });
});

describe("everything else is passed on unchanged", () => {
  test.each([
    ["a report", "\x1b]7501;state=idle:app=x\x07"],
    ["a question with more in it", "\x1b]7501;?x\x07\x1b]7501;??\x1b\\"],
    ["a question that is cancelled", "\x1b]7501;?\x18\x07"],
    ["a question in tmux's pass-through", `\x1bPtmux;\x1b${byBel}\x1b\\`],
    ["a question in a title", "\x1b]0;]7501;?\x07"],
    ["half a question at the end", "text\x1b]7501;"],
    ["a lone ESC at the end", "text\x1b"],
    ["a question that goes on with another sequence", "\x1b]7501;?\x1b[31m"],
  ])("%s", (_what, output) => {
    for (const size of everySize)
      expect(filtered(output, size)).toEqual({ passed: output, answers: [] });
  });

  test.each([...new Glob("*/*.bytes").scanSync(recordings)].toSorted())("%s", async (name) => {
    const output = await Bun.file(join(recordings, name)).bytes();
    const text = Buffer.from(output).toString("latin1");
    const asked = text.split(byBel).length - 1;
    for (const size of everySize) {
      const { passed, answers } = filtered(output, size);
      expect(passed === text.replaceAll(byBel, "")).toBe(true);
      expect(answers).toHaveLength(asked);
    }
    if (name === "claude/osc7501.bytes") expect(asked).toBe(1);
  });

  test("garbage made of pieces of the question gives the same in pieces of any size", () => {
    let seed = 11;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      return (seed >>> 8) % below;
    };
    const parts = [
      "\x1b",
      "]",
      "7501;?",
      "\x07",
      "\\",
      "\x1b]",
      "\x1b]7501;?",
      "\x18",
      "P",
      "_",
      "x",
      bySt,
    ];
    let output = "";
    for (let count = 0; count < 30_000; count++) output += parts[random(parts.length)] ?? "";
    const whole = filtered(output, output.length);
    expect(whole.answers.length).toBeGreaterThan(100);
    for (const size of [1, 2, 3, 7, 1000]) expect(filtered(output, size)).toEqual(whole);
  });
});
