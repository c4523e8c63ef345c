import { expect, test } from "bun:test";
import { chooseName, namesFor, tildePath } from "../../../src/core/session-name.ts";
import { worldWith } from "../../support/world.ts";

const HOME = "/home/ann";

test.each([
  ["directory", "/home/ann/oss/api", ["api", "oss/api", "~/oss/api"]],
  ["directory", "/srv/my.api", ["my_api", "srv/my_api", "/srv/my_api"]],
  ["directory", "/home/ann", ["~"]],
  ["directory", "/", ["/"]],
  ["full-path", "/home/ann/oss/api", ["~/oss/api"]],
  ["full-path", "/srv/a:b", ["/srv/a_b"]],
  ["short-path", "/home/ann/oss/client/api", ["~/o/c/api", "~/oss/client/api"]],
  ["short-path", "/home/ann/.config/日本/x", ["~/_c/日/x", "~/_config/日本/x"]],
  ["short-path", "/srv/x", ["/s/x", "/srv/x"]],
] as const)("%s of %s", (style, path, names) => {
  expect(namesFor(style, path, HOME)).toEqual([...names]);
});

test("a folder under home is written from ~, and one that only begins like it is not", () => {
  expect(tildePath("/home/ann/x", HOME)).toBe("~/x");
  expect(tildePath("/home/anna/x", HOME)).toBe("/home/anna/x");
});

test("a name that is taken gives way to the next longer one, and the reason is told", () => {
  const names = namesFor("directory", "/home/ann/oss/api", HOME);
  expect(chooseName(worldWith({ name: "web", path: "/w" }), names, HOME)).toEqual({
    name: "api",
    collision: null,
  });
  expect(chooseName(worldWith({ name: "api", path: "/home/ann/work/api" }), names, HOME)).toEqual({
    name: "oss/api",
    collision: '"api" is taken by ~/work/api',
  });
});

test("when all are taken there is a number, also behind one that tmux spells otherwise", () => {
  const names = namesFor("full-path", "/srv/$x", HOME);
  const world = worldWith(
    { name: "/srv/\\$x", path: "/other" },
    { name: "/srv/$x-2", path: "/third" },
  );
  expect(chooseName(world, names, HOME)).toEqual({
    name: "/srv/$x-3",
    collision: '"/srv/$x" is taken by /other',
  });
});
