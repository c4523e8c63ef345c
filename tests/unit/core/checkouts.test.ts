import { expect, test } from "bun:test";
import { parseCheckouts } from "../../../src/core/checkouts.ts";

/** As git 2.39 prints it with `-z`, and without. */
const LINES = [
  ["worktree /r/api", "HEAD 6c0d159", "branch refs/heads/main"],
  ["worktree /w/feat x", "HEAD 6c0d159", "branch refs/heads/feat/x", "locked on a stick"],
  ["worktree /w/loose", "HEAD 6c0d159", "detached", "locked"],
  ["worktree /w/gone", "HEAD 6c0d159", "branch refs/heads/gone", "prunable gitdir file points to"],
];

const CHECKOUT = {
  branch: "",
  isBare: false,
  isDetached: false,
  isPrunable: false,
  lockReason: null,
};

const EXPECTED = [
  { ...CHECKOUT, path: "/r/api", branch: "main" },
  { ...CHECKOUT, path: "/w/feat x", branch: "feat/x", lockReason: "on a stick" },
  { ...CHECKOUT, path: "/w/loose", isDetached: true, lockReason: "" },
  { ...CHECKOUT, path: "/w/gone", branch: "gone", isPrunable: true },
];

test.each(["\0", "\n"] as const)("what git lists is read with lines that end in %j", (end) => {
  const text = LINES.map((lines) => `${lines.join(end)}${end}${end}`).join("");
  expect(parseCheckouts(text, end)).toEqual(EXPECTED);
});

test("a bare repository has no branch, and a path may hold newlines and words of git's", () => {
  const text = "worktree /srv/x\nbranch refs/heads/no\0bare\0\0";
  expect(parseCheckouts(text, "\0")).toEqual([
    { ...CHECKOUT, path: "/srv/x\nbranch refs/heads/no", isBare: true },
  ]);
  expect(parseCheckouts("", "\0")).toEqual([]);
});
