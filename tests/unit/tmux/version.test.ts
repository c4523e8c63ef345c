import { expect, test } from "bun:test";
import { asHeld, FLOOR, isAtLeast, parseVersion } from "../../../src/tmux/version.ts";

test("a release is read from tmux -V and from #{version}, letters and all", () => {
  expect(parseVersion("tmux 3.3a\n")).toEqual([3, 3]);
  expect(parseVersion("3.10")).toEqual([3, 10]);
  expect(parseVersion("next-3.8")).toEqual([3, 8]);
  expect(parseVersion("3.5-rc2")).toEqual([3, 5]);
});

const isIn = (text: string) => isAtLeast(parseVersion(text), FLOOR);

test("tmux 3.2 and newer are let in, 3.1c and older are not", () => {
  expect(["3.1c", "2.9a", "1.8"].map(isIn)).toEqual([false, false, false]);
  expect(["3.2", "3.2a", "3.7c", "4.0", "next-3.8"].map(isIn)).toEqual(Array(5).fill(true));
});

test("what names no release is taken for the newest", () => {
  for (const text of ["master", "tmux openbsd-7.6", "", "weird 3"]) {
    expect(isAtLeast(parseVersion(text), [99, 0])).toBe(true);
  }
});

test("what tmux 3.4 printed loses the backslash that it put before a name's dollar sign, and no other", () => {
  const printed = "\\$HOME \\${x} $5 \\\\$HOME \\\\\\$a $\\$a \\$_ \\n a\\b";
  expect(asHeld(printed, "3.4")).toBe("$HOME ${x} $5 \\$HOME \\\\$a $$a $_ \\n a\\b");
  for (const other of ["3.2a", "3.3a", "3.5a", "3.7c", "master"]) {
    expect(asHeld(printed, other)).toBe(printed);
  }
});
