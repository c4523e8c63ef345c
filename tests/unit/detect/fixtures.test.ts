import { describe, expect, test } from "bun:test";
import { DETECTED_KINDS } from "../../../src/detect/catalogue.ts";
import { scoreAll } from "../../accuracy/score.ts";
import { CAPTURES } from "./screens.ts";

/**
 * Captures whose label is older than their screen: the thread picker has closed already, and a turn goes on behind it
 * (the status row's time runs, the box's dot is drawn).
 */
const LABELLED_LATE: ReadonlySet<string> = new Set(["mastracode/picker-03"]);

const kinds = DETECTED_KINDS.filter((kind) => CAPTURES.some((capture) => capture.kind === kind));

describe.each(kinds)("the captured screens of %s", (kind) => {
  const own = CAPTURES.filter(({ kind: other, id }) => other === kind && !LABELLED_LATE.has(id));

  test.each([
    ["with their titles", true],
    ["without titles", false],
  ])("read as what they are, %s", async (_how, titles) => {
    const scored = await scoreAll(own, { titles, supplements: true });
    const misread = scored.filter(({ verdict }) => verdict !== "right");
    expect(misread.map(({ capture, answer, rule }) => [capture.id, answer, rule])).toEqual([]);
    expect(scored.length).toBe(own.length);
  });
});

test("no captured screen names a folder of the machine it was taken on", () => {
  const local = /(?:^|[^\w.-])\/(?:home|root|work|Users|tmp|var)\/\w/;
  expect(
    CAPTURES.filter(({ evidence }) => local.test(evidence.screen)).map(({ id }) => id),
  ).toEqual([]);
});
