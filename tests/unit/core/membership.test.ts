import { expect, test } from "bun:test";
import { membershipRecord, parseMembership, repoName } from "../../../src/core/membership.ts";
import type { Membership, Workspace } from "../../../src/core/world.ts";
import { worldOf } from "../../support/world.ts";
import { workspaceAt, worktreesUnder } from "../../../src/core/world.ts";

const MEMBERSHIP: Membership = {
  repoKey: '/r/a "b"\t$HOME #(touch x)/.git',
  repoRoot: '/r/a "b"\t$HOME #(touch x)',
  checkoutPath: "/w/日本",
  isLinked: true,
};

test("what the option holds is read back as it was written, whatever is in the paths", () => {
  const text = JSON.stringify(membershipRecord(MEMBERSHIP));
  expect(text).not.toMatch(/[\t\n]/);
  expect(parseMembership(text)).toEqual(MEMBERSHIP);
});

test.each(["", "x", "[]", "{}", '{"repo_key":1,"repo_root":"","checkout_path":""}'])(
  "%p in the option is no checkout",
  (text) => {
    expect(parseMembership(text)).toBeNull();
  },
);

test.each([
  ["/home/ann/api", "api"],
  ["/srv/api.git", "api"],
  ["/home/ann/api/.bare", "api"],
  ["/.git", ".git"],
  ["/", "/"],
])("the repository at %s is called %s", (root, name) => {
  expect(repoName(root)).toBe(name);
});

const workspace = (id: number, path: string, worktree: Membership | null = null): Workspace => ({
  id: `$${id}`,
  name: `s${id}`,
  path,
  group: null,
  activityUnix: 0,
  worktree,
  metadata: null,
});

const checkout = (path: string, isLinked: boolean, repo = "/api"): Membership => ({
  repoKey: `${repo}/.git`,
  repoRoot: repo,
  checkoutPath: path,
  isLinked,
});

test("the worktree workspaces of a repository stand under its main checkout, told or made by hand in its folder", () => {
  const main = workspace(0, "/elsewhere", checkout("/api", false));
  const byHand = workspace(1, "/api");
  const one = workspace(2, "/w/one", checkout("/w/one", true));
  const other = workspace(3, "/w/two", checkout("/w/two", true, "/web"));
  const world = worldOf(main, byHand, one, other);
  expect(worktreesUnder(world, main)).toEqual([one]);
  expect(worktreesUnder(world, byHand)).toEqual([one]);
  expect(worktreesUnder(world, one)).toEqual([]);
  expect(worktreesUnder(world, workspace(4, "/web/deep"))).toEqual([]);
});

test("the workspace of a checkout is the one that a verb opened there, before one that was only made in its folder", () => {
  const byHand = workspace(1, "/w/one");
  const opened = workspace(2, "/home", checkout("/w/one", true));
  const moved = workspace(3, "/w/two", checkout("/w/three", true));
  const world = worldOf(byHand, opened, moved);
  expect(workspaceAt(world, "/w/one")).toBe(opened);
  expect(workspaceAt(worldOf(byHand), "/w/one")).toBe(byHand);
  expect(workspaceAt(world, "/w/two")).toBeNull();
});
