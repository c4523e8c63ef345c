import { expect, test } from "bun:test";
import {
  couldRefuse,
  couldRefuseTyping,
  givingRefusal,
  grantsOf,
  normalGrants,
  parseGrants,
  parseGrantsMode,
  placeOf,
  printGrants,
  refusalOf,
  reportRefusal,
  rightsAt,
  typingRefusal,
} from "../../../src/core/grants.ts";
import type { CallerTrace, Place } from "../../../src/core/grants.ts";
import { findPane } from "../../../src/core/world.ts";
import type { Pane, World } from "../../../src/core/world.ts";
import { parseWorld } from "../../../src/tmux/read.ts";
import { printedWorld } from "../../support/printed.ts";

const printed = (number: number, values: Record<string, string>) => ({
  workspaceId: "$0",
  tabId: "@0",
  paneId: `%${number}`,
  pid: `${100 + number}`,
  tty: `/dev/pts/${number}`,
  ...values,
});

/** Two panes, %1 and %2, of the processes 101 and 102 on /dev/pts/1 and 2, under the tmux server 7. */
function worldOf(
  mode: string,
  one: Record<string, string> = {},
  two: Record<string, string> = {},
): World {
  const panes = [printed(1, one), printed(2, two)];
  const server = { pid: "7", start: "1", version: "3.3a", grantsMode: mode };
  return parseWorld(printedWorld(server, panes));
}

const paneIn = (world: World, id: `%${number}`): Pane => {
  const pane = findPane(world, id);
  if (pane === null) throw new Error(`no pane ${id}`);
  return pane;
};

const NOWHERE: CallerTrace = {
  line: [50],
  isWhole: true,
  terminal: "",
  tmux: null,
  tmuxPane: null,
};
/** Device 136:2, as /proc spells it. */
const PTS_2 = String(136 * 256 + 2);

test.each<[what: string, place: Place, trace: Partial<CallerTrace>]>([
  ["an ancestor that is a pane's process", "%1", { line: [50, 40, 101, 7] }],
  ["the nearest of two", "%2", { line: [50, 102, 101, 7] }],
  ["an ancestor before the terminal", "%1", { line: [50, 101], terminal: PTS_2 }],
  ["the terminal of a pane", "%2", { line: [50], terminal: PTS_2 }],
  ["the variables of a pane", "%2", { tmux: "/tmp/s,7,0", tmuxPane: "%2" }],
  ["the variables of a pane that has gone", "unknown", { tmux: "/tmp/s,7,0", tmuxPane: "%9" }],
  ["the variables of another server's pane", "outside", { tmux: "/tmp/s,8,0", tmuxPane: "%2" }],
  ["a socket's path with commas in it", "%2", { tmux: "/tmp/a,b,7,0", tmuxPane: "%2" }],
  ["a job of the tmux server", "outside", { line: [50, 7], tmux: "/tmp/s,7,0" }],
  ["a terminal that is no pane's", "outside", { terminal: String(136 * 256 + 9) }],
  ["nothing at all", "outside", {}],
  ["an ancestor that cannot be read", "unknown", { isWhole: false }],
  ["a pane found before what cannot be read", "%1", { line: [50, 101], isWhole: false }],
])("%s places a caller: %s", (_, place, trace) => {
  expect(placeOf(worldOf(""), { ...NOWHERE, ...trace })).toBe(place);
});

test("a pane whose program has ended holds nobody: its pid may be another's by now", () => {
  const world = worldOf("", { isDead: "1" });
  expect(placeOf(world, { ...NOWHERE, line: [101] })).toBe("outside");
});

const held = (mode: string, grants = "") => [
  ...grantsOf(worldOf(mode, { grants }), paneIn(worldOf(mode, { grants }), "%1")),
];

test("a pane has what it was given, else what the mode gives; a mode that does not exist is strict", () => {
  expect(held("")).toEqual(["read", "write", "admin"]);
  expect(held("standard")).toEqual(["read", "write", "admin"]);
  expect(held("strict")).toEqual(["read", "write"]);
  expect(held("nonsense")).toEqual(["read", "write"]);
  expect(parseGrantsMode("nonsense")).toBe("strict");
  expect(held("", "read")).toEqual(["read"]);
  expect(held("strict", "respond admin")).toEqual(["read", "write", "admin", "respond"]);
  expect(held("", "none")).toEqual([]);
  expect(held("", "everything root")).toEqual([]);
});

test("admin includes reading and typing, never answering; what is printed is read again", () => {
  expect(normalGrants(["admin"])).toEqual(["read", "write", "admin"]);
  expect(normalGrants(["respond"])).toEqual(["respond"]);
  for (const grants of [[], ["read"], ["admin", "respond"]] as const) {
    expect(parseGrants(printGrants(grants))).toEqual(normalGrants(grants));
  }
  expect(parseGrants("")).toBe(null);
});

const grants = (mode: string, one: string, two: string) =>
  rightsAt(worldOf(mode, { grants: one }, { grants: two }), "unknown").grants;

test("who cannot be placed holds what every pane holds", () => {
  expect(grants("", "", "")).toEqual(["read", "write", "admin"]);
  expect(grants("", "read", "")).toEqual(["read"]);
  expect(grants("", "admin respond", "admin respond")).toEqual(["read", "write", "admin"]);
  expect(grants("", "none", "")).toEqual([]);
});

test("nobody has to be placed while nobody could be refused", () => {
  expect(
    ["read", "write", "admin", "own"].map((grant) => couldRefuse(worldOf(""), grant as "read")),
  ).toEqual([false, false, false, false]);
  expect(couldRefuse(worldOf("strict"), "admin")).toBe(true);
  expect(couldRefuse(worldOf("", { grants: "read" }), "write")).toBe(true);
  expect(couldRefuse(worldOf("", { grants: "admin respond" }), "admin")).toBe(false);
  const typing = (one: Record<string, string>, two: Record<string, string> = {}) => {
    const world = worldOf("", one, two);
    return couldRefuseTyping(world, paneIn(world, "%1"));
  };
  expect(typing({})).toBe(false);
  expect(typing({ kind: "claude", state: "blocked" })).toBe(true);
  expect(typing({ kind: "claude", state: "idle" })).toBe(false);
  expect(typing({ grants: "admin respond" })).toBe(true);
  expect(typing({}, { grants: "read" })).toBe(true);
});

test("a refusal names the pane, the grant, and how a person gives it", () => {
  const world = worldOf("strict");
  const message = refusalOf(world, rightsAt(world, "%1"), "admin")?.message;
  expect(message).toBe(
    "the calling pane w1:p2 does not hold `admin`: to allow it, run 'taw grants set w1:p2 read write admin' outside every pane",
  );
  expect(refusalOf(world, rightsAt(world, "unknown"), "admin")?.message).toContain(
    "call it from a terminal outside tmux",
  );
  expect(refusalOf(world, rightsAt(world, "outside"), "respond")).toBe(null);
  expect(refusalOf(world, rightsAt(world, "%1"), "own")).toBe(null);
});

const typed = (one: Record<string, string>, two: Record<string, string>, place: Place) => {
  const world = worldOf("", one, two);
  return typingRefusal(world, rightsAt(world, place), paneIn(world, "%1"))?.code ?? null;
};

test("keys for another pane's prompt need respond, and a pane that may do more is not typed into", () => {
  const blocked = { kind: "claude", state: "blocked" };
  expect(typed(blocked, {}, "%2")).toBe("forbidden");
  expect(typed(blocked, {}, "unknown")).toBe("forbidden");
  expect(typed(blocked, { grants: "admin respond" }, "%2")).toBe(null);
  expect(typed(blocked, {}, "%1")).toBe(null);
  expect(typed(blocked, {}, "outside")).toBe(null);
  expect(typed({}, { grants: "read write" }, "%2")).toBe("forbidden");
  expect(typed({ grants: "write" }, { grants: "read write" }, "%2")).toBe(null);
});

test("a report is about the caller's own pane, and where that is; nobody gives what it does not hold", () => {
  const world = worldOf("");
  const about = (target: `%${number}` | `@${number}` | `$${number}`, place: Place) =>
    reportRefusal(world, rightsAt(world, place), target)?.code ?? null;
  expect([about("%1", "%1"), about("@0", "%1"), about("$0", "%1"), about("%2", "outside")]).toEqual(
    [null, null, null, null],
  );
  expect([about("%2", "%1"), about("@1", "%1")]).toEqual(["forbidden", "forbidden"]);
  const gives = (grants: Parameters<typeof givingRefusal>[2], place: Place) =>
    givingRefusal(world, rightsAt(world, place), grants)?.code ?? null;
  expect([gives(["read", "admin"], "%1"), gives(["respond"], "outside")]).toEqual([null, null]);
  expect(gives(["respond"], "%1")).toBe("forbidden");
});

const unplaced = (world: World) =>
  reportRefusal(world, rightsAt(world, "unknown"), "%1")?.code ?? null;

test("a report of a caller that cannot be placed is taken only while every pane may do more than that", () => {
  expect(unplaced(worldOf(""))).toBe(null);
  expect(unplaced(worldOf("strict"))).toBe("forbidden");
  expect(unplaced(worldOf("", {}, { grants: "read write" }))).toBe("forbidden");
});
