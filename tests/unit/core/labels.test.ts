import { expect, test } from "bun:test";
import {
  folderLabel,
  freeLabel,
  holderOf,
  labelOf,
  requireAgentName,
} from "../../../src/core/labels.ts";
import { worldWith } from "../../support/world.ts";

const worldOf = (...names: string[]) => worldWith(...names.map((name) => ({ name, path: "/" })));

test("a label is taken when a workspace has it as tmux would store it", () => {
  const world = worldOf("a_b", "\\$x", "back\\\\slash");
  for (const label of ["a_b", "a.b", "a:b", "$x", "back\\slash"])
    expect(holderOf(world, label)).not.toBeNull();
  for (const label of ["a", "a_b_", "$1", "A_b"]) expect(holderOf(world, label)).toBeNull();
});

test("a free label is the one that was asked for, else the first with a number", () => {
  expect(freeLabel(worldOf("x"), "api")).toBe("api");
  expect(freeLabel(worldOf("api", "api-2", "api-4"), "api")).toBe("api-3");
});

test("a workspace is called after the last part of its folder", () => {
  const folders = ["/home/ann/api", "/srv/", "/"].map(folderLabel);
  expect(folders).toEqual(["api", "srv", "root"]);
});

test("label words are one label, without control characters", () => {
  expect(labelOf(["a", "", "b"])).toBe("a  b");
  expect(labelOf([])).toBe("");
  for (const word of ["\t", "\n", "\u001b[31m", "\u007f", "\u0085"])
    expect(() => labelOf([`x${word}`])).toThrow("control character");
});

test("an agent's name is a letter and up to 31 of a-z, 0-9, _ and -", () => {
  for (const name of ["a", "a1_-", `a${"z".repeat(31)}`]) expect(requireAgentName(name)).toBe(name);
  for (const name of ["", "A", "-a", "1a", "ä", "a\n", `a${"z".repeat(32)}`])
    expect(() => requireAgentName(name)).toThrow("cannot be used");
});
