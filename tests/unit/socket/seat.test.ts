import { expect, test } from "bun:test";
import { parseSeatRules, seatIn } from "../../../src/socket/seat.ts";
import type { SeatRules } from "../../../src/socket/seat.ts";
import type { Client, World } from "../../../src/core/world.ts";
import { parseWorld } from "../../../src/tmux/read.ts";
import { paneFormats, serverFormats } from "../../../src/tmux/formats.ts";

const FREE: SeatRules = {
  hasFocusEvents: false,
  exitsUnattached: false,
  destroysUnattached: new Set(),
};

const row = (
  letter: string,
  formats: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
): string => [letter, ...Object.keys(formats).map((name) => values[name] ?? "")].join("\t");

const place = { workspaceId: "$0", tabId: "@0", paneId: "%0" };

/** One workspace with one pane, and a person's client where `isAttended`. */
function worldOf(fields: Readonly<Record<string, string>>, isAttended: boolean): World {
  const world = parseWorld(
    [
      row("S", serverFormats, { pid: "1", start: "1", version: "3.3a", socketPath: "/s" }),
      row("P", paneFormats, {
        ...place,
        tabIsCurrent: "1",
        isActive: "1",
        command: "bash",
        ...fields,
      }),
    ].join("\n"),
  );
  const client: Client = {
    name: "/dev/pts/1",
    tty: "/dev/pts/1",
    isControl: false,
    isFocused: true,
    workspaceId: "$0",
    tabId: "@0",
    paneId: "%0",
    activityUnix: 1,
  };
  return {
    ...world,
    clients: isAttended ? [{ ...client, isControl: fields["by"] === "program" }] : [],
  };
}

test("the control client sits where a person has the workspace in front", () => {
  expect(seatIn(worldOf({ command: "vim" }, true), FREE)).toBe("$0");
});

test("with nobody attached it sits only beside programs that ask for no focus reports", () => {
  expect(seatIn(worldOf({ command: "bash" }, false), FREE)).toBe("$0");
  expect(seatIn(worldOf({ command: "claude" }, false), FREE)).toBeNull();
  expect(seatIn(worldOf({ isOnAlternateScreen: "1" }, false), FREE)).toBeNull();
  expect(seatIn(worldOf({ command: "", isDead: "1" }, false), FREE)).toBe("$0");
});

test.each<Partial<SeatRules>>([
  { hasFocusEvents: true },
  { exitsUnattached: true },
  { destroysUnattached: new Set(["$0" as const]) },
])("there is no seat where it would be noticed: %p", (rules) => {
  expect(seatIn(worldOf({}, true), { ...FREE, ...rules })).toBeNull();
});

test("a control client of somebody's own is no person", () => {
  expect(seatIn(worldOf({ command: "claude", by: "program" }, true), FREE)).toBeNull();
});

test("tmux's words for the rules are read whichever way it spells them", () => {
  expect(parseSeatRules("A\t$0\t0\t0\t0\nA\t$1\toff\toff\ton\n")).toEqual({
    ...FREE,
    destroysUnattached: new Set(["$1"]),
  });
  expect(parseSeatRules("A\t$0\t1\ton\toff\n")).toEqual({
    ...FREE,
    hasFocusEvents: true,
    exitsUnattached: true,
  });
});
