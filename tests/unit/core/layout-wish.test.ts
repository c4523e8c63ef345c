import { describe, expect, test } from "bun:test";
import { Failure } from "../../../src/core/failure.ts";
import { chance } from "../../support/chance.ts";
import { leavesOf } from "../../../src/core/layout-sizes.ts";
import { readLayoutWish } from "../../../src/core/layout-wish.ts";

const HERDR = { least: 0.1, most: 0.9 };

const pane = { type: "pane" };
const split = (
  first: unknown,
  second: unknown,
  ratio: unknown = 0.5,
  direction: unknown = "right",
) => ({
  type: "split",
  direction,
  ratio,
  first,
  second,
});

function refusal(value: unknown): string {
  try {
    readLayoutWish(value, HERDR);
  } catch (error) {
    if (error instanceof Failure) return `${error.herdrCode}: ${error.message}`;
    throw error;
  }
  return "taken";
}

test("a tree is read with its panes in order; null is as absent, and unknown keys are passed over", () => {
  const wish = readLayoutWish(
    split(
      { type: "pane", pane_id: "w1:p9", label: " left ", cwd: "/tmp", command: ["a", ""], x: 1 },
      split(
        { ...pane, label: null, cwd: null, command: null, env: null },
        { ...pane, env: { A: "b=c" } },
      ),
    ),
    HERDR,
  );
  expect(leavesOf(wish)).toEqual([
    { label: "left", cwd: "/tmp", command: ["a", ""], env: [] },
    { label: null, cwd: null, command: null, env: [] },
    { label: null, cwd: null, command: null, env: [["A", "b=c"]] },
  ]);
});

function ratioOf(ratio: number, limits = HERDR): number | null {
  const wish = readLayoutWish(split(pane, pane, ratio), limits);
  return "ratio" in wish ? wish.ratio : null;
}

test("variables that are herdr's own are left out", () => {
  const env = { HERDR_PANE_ID: "w9:p9", HERDR_ENV: "0", HERDR_X: "kept" };
  const wish = readLayoutWish({ ...pane, env }, HERDR);
  expect(leavesOf(wish)[0]?.env).toEqual([["HERDR_X", "kept"]]);
});

test("a ratio outside the limits is the nearer limit", () => {
  expect([ratioOf(-3), ratioOf(0.95), ratioOf(0.3)]).toEqual([0.1, 0.9, 0.3]);
  expect(ratioOf(0.95, { least: 0, most: 1 })).toBe(0.95);
});

describe("a node that cannot be used is refused, and the message says where it stands", () => {
  test.each([
    [null, "root is no object"],
    [[], "root is no object"],
    ["pane", "root is no object"],
    [{}, "the type of root is neither pane nor split"],
    [{ type: "Pane" }, "the type of root is neither pane nor split"],
    [split(pane, undefined), "root.second is no object"],
    [split(pane, split({ type: 1 }, pane)), "the type of root.second.first is neither"],
    [split(pane, pane, 0.5, "left"), "the direction of root is neither right nor down"],
    [split(pane, pane, "0.5"), "the ratio of root is no number"],
    [split(pane, pane, Number.POSITIVE_INFINITY), "the ratio of root is no number"],
    [split(pane, pane, null), "the ratio of root is no number"],
    [{ ...pane, command: [] }, "the command of root names no program"],
    [{ ...pane, command: [" \t"] }, "the command of root names no program"],
    [{ ...pane, command: "ls" }, "the command of root is no list of words"],
    [{ ...pane, command: ["ls", 1] }, "a word of the command of root is no text"],
    [{ ...pane, command: ["ls", "a\0b"] }, "a word of the command of root holds a NUL"],
    [{ ...pane, cwd: "here" }, "the cwd of root is no full path"],
    [{ ...pane, cwd: 1 }, "the cwd of root is no text"],
    [{ ...pane, label: {} }, "the label of root is no text"],
    [{ ...pane, label: "a\tb" }, "the label of root holds control characters"],
    [{ ...pane, env: ["A=b"] }, "the env of root is no object"],
  ])("%j", (value, reason) => {
    expect(refusal(value)).toStartWith(`invalid_layout: the layout cannot be used: ${reason}`);
  });
});

test.each([
  [{ "": "x" }, 'cannot be called ""'],
  [{ "A=B": "x" }, 'cannot be called "A=B"'],
  [{ "A\0": "x" }, "cannot be called"],
  [{ A: 1 }, 'the variable "A" in the env of root.first is no text'],
  [{ A: "x\0" }, 'the variable "A" in the env of root.first is no text'],
])("a variable that no process can have is refused: %j", (env, reason) => {
  const said = refusal(split({ ...pane, env }, pane));
  expect(said).toStartWith("invalid_env: ");
  expect(said).toContain(reason);
});

test("whatever JSON says, it is read or refused", () => {
  const below = chance(2026);
  const leaf = () =>
    [null, 0, -1, 0.5, 1e300, "", "right", "down", "pane", "split", "/tmp", "a\0", [], {}, true][
      below(15)
    ];
  const keys = ["type", "direction", "ratio", "first", "second", "command", "cwd", "env", "label"];
  const value = (depth: number): unknown => {
    const kind = depth === 0 ? 0 : below(4);
    if (kind === 0) return leaf();
    if (kind === 1) return Array.from({ length: below(4) }, () => value(depth - 1));
    const type = below(2) === 0 ? "split" : "pane";
    const entries = keys.filter(() => below(3) > 0).map((key) => [key, value(depth - 1)]);
    return { ...Object.fromEntries(entries), ...(kind === 2 && { type }) };
  };
  const told = new Set<string>();
  for (let round = 0; round < 5000; round += 1) told.add(refusal(value(4)).split(":")[0] ?? "");
  expect(told).toEqual(new Set(["taken", "invalid_layout", "invalid_env"]));
});

function chain(splits: number): unknown {
  return splits === 0 ? pane : split(pane, chain(splits - 1));
}

const balanced = (panes: number): unknown =>
  panes === 1 ? pane : split(balanced(Math.floor(panes / 2)), balanced(Math.ceil(panes / 2)));

test("24 panes and splits 16 deep are the most", () => {
  expect(refusal(chain(16))).toBe("taken");
  expect(refusal(chain(17))).toContain("deeper than 16");
  expect(refusal(chain(20_000))).toContain("deeper than 16");
  expect(refusal(balanced(24))).toBe("taken");
  expect(refusal(balanced(25))).toContain("25 panes are too many");
});
