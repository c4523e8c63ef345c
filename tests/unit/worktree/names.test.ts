import { expect, test } from "bun:test";
import { branchSlug, freeName, randomBranch, workspaceName } from "../../../src/worktree/names.ts";

test.each([
  ["feat/x", "feat-x"],
  ["feat//x y", "feat-x-y"],
  ["../../etc", "etc"],
  [".hidden", "hidden"],
  ["-x-", "x"],
  ["日本/語", "日本-語"],
  ["v1.2_3", "v1.2_3"],
  ["$(rm -rf)", "rm-rf"],
  ["@", "worktree"],
  ["..", "worktree"],
  ["a".repeat(200), "a".repeat(80)],
])("branch %s is one harmless part of a path: %s", (branch, slug) => {
  expect(branchSlug(branch)).toBe(slug);
  expect(slug).not.toMatch(/[/\0]|^\.|^-/);
});

test("a slug is never cut in the middle of a character", () => {
  const slug = branchSlug(`${"a".repeat(79)}𝒳𝒳`);
  expect(slug).toBe("a".repeat(79));
});

test.each([
  ["v1.2:3", "v1_2_3"],
  ["a\\b\tc\nd", "a_b_c_d"],
  ["$1", "_1"],
  ["cost $5", "cost $5"],
  ["$HOME", "_HOME"],
  ["a$HOME", "a_HOME"],
  ["  x  ", "x"],
  ["#(touch x)", "#(touch x)"],
])("a workspace that is to be called %p is called %p, as tmux keeps it", (text, name) => {
  expect(workspaceName(text)).toBe(name);
});

test("a branch that nobody named is two words and four digits, and seldom the same twice", () => {
  const branches = Array.from({ length: 50 }, randomBranch);
  for (const branch of branches) {
    expect(branch).toMatch(/^worktree\/[a-z]+-[a-z]+-[0-9a-f]{4}$/);
  }
  expect(new Set(branches).size).toBeGreaterThan(45);
});

test("the first free name is taken, and counted from two", async () => {
  const taken = new Set(["x", "x-2"]);
  expect(await freeName("x", (name) => taken.has(name))).toBe("x-3");
  expect(await freeName("y", (name) => Promise.resolve(taken.has(name)))).toBe("y");
});
