import { expect, test } from "bun:test";
import { isFrameless, popupCommand, popupPlace } from "../../../src/loader/popup.ts";

const screen = { width: 101, height: 41 };
const size = (width = "", height = "") => ({ width, height });

test.each([
  [
    "the whole screen without a frame where tmux can",
    [3, 3],
    size(),
    { x: 0, y: 41, w: 101, h: 41 },
  ],
  ["framed, with a rim, where it cannot", [3, 2], size(), { x: 5, y: 38, w: 90, h: 36 }],
  ["half of it in the middle", [3, 3], size("50%", "50%"), { x: 25, y: 30, w: 50, h: 20 }],
  ["cells in the middle", [3, 3], size("11", "5"), { x: 45, y: 23, w: 11, h: 5 }],
  ["never more than there is", [3, 3], size("500", "300%"), { x: 0, y: 41, w: 101, h: 41 }],
  ["never less than its frame", [3, 3], size("1", "1%"), { x: 49, y: 22, w: 3, h: 3 }],
  ["as without a size where that is none", [3, 3], size("0", "x"), { x: 5, y: 38, w: 90, h: 36 }],
  ["one side as it is without a size", [3, 3], size("20"), { x: 40, y: 38, w: 20, h: 36 }],
] as const)("the popup is %s", (_, version, wanted, place) => {
  expect(popupPlace(screen, version, wanted)).toEqual(place);
});

test("a popup with a size of its own has its frame", () => {
  expect(isFrameless([3, 3], size())).toBe(true);
  for (const wanted of [size("80"), size("", "50%")])
    expect(isFrameless([3, 7], wanted)).toBe(false);
  expect(isFrameless([3, 2], size())).toBe(false);
});

test("what runs in it is told its client, whatever that is called", () => {
  const place = { x: 1, y: 2, w: 3, h: 4 };
  const command = popupCommand("/dev/pts/7; touch x", true, place, "'/opt/taw' ui");
  expect(command.slice(0, 2)).toEqual(["display-popup", "-B"]);
  expect(command.at(-1)).toBe("TAW_CLIENT='/dev/pts/7; touch x' exec '/opt/taw' ui");
  expect(popupCommand("c", false, place, "ui")).not.toContain("-B");
});
