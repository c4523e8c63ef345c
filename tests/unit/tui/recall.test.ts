import { expect, test } from "bun:test";
import type { FeedState } from "../../../remote/feed/protocol.ts";
import type { Recalled } from "../../../src/store/memory.ts";
import { heardFact } from "../../../tui/recall.ts";
import { frameOf } from "../../../tui/view/frame.ts";
import { busy, Cockpit, hello, NOW, pane, POPUP, space, state } from "../../support/cockpit.ts";

const heard = (line: FeedState, change: Partial<Recalled["heard"]> = {}): Recalled["heard"] => ({
  hello: JSON.stringify(hello()),
  state: JSON.stringify(line),
  heardUnixMs: NOW,
  ...change,
});

/** A cockpit at its first frame, with what the one before it heard of the busy machine. */
const recalled = (line = busy()): Cockpit =>
  new Cockpit(120, 40).recall({ heard: heard(line), usedHints: ["help"] });

const goes = (app: Cockpit): unknown[] => app.cmds.filter(({ type }) => type === "go");

test("the first frame shows the rows as last heard: dim, a mark in the header, ages as they are by now", () => {
  const app = new Cockpit(120, 40).recall({
    heard: heard(busy(), { heardUnixMs: NOW - 3 * 60_000 }),
  });
  expect(app.lines[0]).toContain("2 need you");
  expect(app.lines[0]).toContain("… as last heard");
  expect(app.frame).toMatch(/▲ claude {3}api .* 7m /);
  const { lines } = frameOf(app.model);
  const drawn = lines
    .slice(2, 8)
    .flat()
    .filter(({ text }) => text.trim() !== "");
  const inks = drawn.map(({ ink }) => ink);
  expect(new Set(inks.filter((ink) => ink !== "rule"))).toEqual(new Set(["faint"]));
});

test("the first state line makes them live, and the header's mark goes", () => {
  const app = recalled().feed(hello(), busy());
  expect(app.lines[0]).not.toContain("as last heard");
  expect(app.model.machine.isRecalled).toBe(false);
  expect(app.press("Enter").cmds.at(-2)).toMatchObject({ type: "go", target: "w1:p16" });
});

test("nothing is done to a row before the machine has spoken: no peek, no answer, no screen asked for", () => {
  const app = recalled().wait(500);
  expect(app.cmds.filter(({ type }) => type === "watch")).toEqual([]);
  expect(app.press("Space").model.peeks).toBe(false);
  expect(app.lines.at(-1)).toContain("not yet: these rows are as last heard");
  expect(app.press("a").lines.at(-1)).toContain("not yet: these rows are as last heard");
  expect(goes(app.press("Enter"))).toEqual([]);
});

test("Enter on such a row goes there as soon as the machine tells that it is there", () => {
  const app = recalled().press("Enter");
  expect(app.lines.at(-1)).toContain("going to claude server once this machine has spoken");
  app.wait(300).feed(hello());
  expect(goes(app)).toEqual([]);
  expect(goes(app.feed(busy()))).toEqual([
    { type: "go", target: "w1:p16", server: "4711 1799990000" },
  ]);
});

test("that wish is off after another key, two seconds, another server, or when the pane is gone", () => {
  expect(goes(recalled().press("Enter", "j").feed(hello(), busy()))).toEqual([]);
  expect(goes(recalled().press("Enter").wait(2_500).feed(hello(), busy()))).toEqual([]);
  const elsewhere = recalled()
    .press("Enter")
    .feed(hello({ server: "99 1" }), busy());
  expect(goes(elsewhere)).toEqual([]);
  const { agents, panes, ...rest } = busy();
  const without = { ...rest, agents: agents.slice(1), panes: panes.slice(1) };
  const gone = recalled().press("Enter").feed(hello(), without);
  expect(goes(gone)).toEqual([]);
  expect(gone.lines.at(-1)).toContain("that pane is gone");
});

test("rows of another tmux server leave with the first word of the one that answers", () => {
  const app = recalled().feed(hello({ server: "99 1" }));
  expect(app.frame).not.toContain("claude");
  expect(app.lines[0]).toContain("…");
});

test("the selection made among such rows stays on its thing", () => {
  const app = recalled().press("Tab");
  const { selection } = app.model;
  const { agents, ...rest } = busy();
  expect(app.feed(hello(), { ...rest, agents: agents.toReversed() }).model.selection).toBe(
    selection,
  );
});

test("no row of before outlives the machine's first word, not even for the second after a key", () => {
  const app = recalled()
    .press("j")
    .feed(hello(), state({ spaces: [space("w9", "new")] }));
  expect(app.frame).not.toContain("▲ claude");
  expect(app.frame).toContain("new");
});

test("untouched, the selection is the first row of what is true now", () => {
  const app = recalled().feed(
    hello(),
    state({ spaces: [space("w9", "new")], panes: [pane("w9", 90, "shell")] }),
  );
  expect(app.model.selection).toBe("map:w9");
  expect(app.lines.at(-1)).not.toContain("has ended");
});

test("who was not waiting when last heard does not flash as if it had just changed", () => {
  const { agents, ...rest } = busy();
  const before = {
    ...rest,
    agents: agents.map((one) => Object.assign({}, one, { agent_status: "idle" as const })),
  };
  expect(recalled(before).feed(hello(), busy()).model.pulses.size).toBe(0);
});

test("a feed that does not start leaves the rows, and says why", () => {
  const app = recalled();
  app.send({ type: "feed-ended", at: 2_000, problem: "no such program" });
  expect(app.lines[0]).toContain("no feed");
  expect(app.lines.at(-1)).toContain("no such program");
  expect(app.frame).toContain("claude");
});

test("what comes late changes nothing that the machine said itself", () => {
  const app = new Cockpit(120, 40).feed(hello(), state({ spaces: [space("w1", "now")] }));
  app.recall({ heard: heard(busy()), divider: 60, usedHints: ["help"] });
  expect(app.frame).not.toContain("▲ claude");
  expect(app.model.listWidth).toBe(60);
});

test.each([
  ["no JSON", heard(busy(), { state: "{" })],
  ["another kind of line", heard(busy(), { hello: '{"type":"ping"}' })],
  ["of no server", heard(busy(), { hello: '{"type":"hello"}' })],
  ["a toast in the state's place", heard(busy(), { state: '{"type":"toast"}' })],
])("lines that are %s are as good as none", (_, lines) => {
  const app = new Cockpit(120, 40).recall({ heard: lines });
  expect(app.model.machine).toMatchObject({ now: null, hello: null, isRecalled: false });
});

test("a clock that went back makes no age negative", () => {
  const app = new Cockpit(120, 40).recall({
    heard: heard(busy(), { heardUnixMs: NOW + 9 * 60_000 }),
  });
  expect(app.frame).toMatch(/▲ claude {3}api .* 4m /);
});

test("only what a live server said is kept for the next cockpit", () => {
  expect(heardFact(recalled().model)).toBeNull();
  expect(heardFact(new Cockpit(80, 24).feed(hello({ server: "" }), state()).model)).toBeNull();
  const fact = heardFact(new Cockpit(80, 24).feed(hello(), busy()).model);
  expect(fact).toEqual({
    what: "heard",
    server: "4711 1799990000",
    hello: JSON.stringify(hello()),
    state: JSON.stringify(busy()),
  });
});

test("the divider is where it was let go the last time, and a drag keeps it", () => {
  const app = new Cockpit(120, 40).recall({ divider: 60 }).feed(hello(), busy());
  expect(app.lines[2]?.[60]).toBe("│");
  app.mouse("down", 60, 5).mouse("drag", 52, 5).mouse("drag", 20, 5).mouse("up", 20, 5);
  expect(app.cmds.at(-1)).toEqual({ type: "remember", fact: { what: "divider", columns: 46 } });
  const before = app.cmds.length;
  app.mouse("down", 46, 5).mouse("up", 46, 5);
  app.mouse("down", 3, 5).mouse("up", 3, 5);
  expect(app.cmds.slice(before).filter(({ type }) => type === "remember").length).toBe(1);
});

const TERM = "xterm-ghostty";

test("light or dark as found outside tmux is kept under the terminal's name, once a run", () => {
  const app = new Cockpit(
    80,
    24,
    { terminal: TERM },
    { kind: "terminal", go: "", newSession: false },
  );
  app.send({ type: "background", at: 1_000, mode: "light" });
  app.send({ type: "background", at: 1_100, mode: "light" });
  expect(app.model.palette).toBe("light");
  expect(app.cmds.filter(({ type }) => type === "remember")).toEqual([
    { type: "remember", fact: { what: "theme", terminal: TERM, mode: "light" } },
  ]);
  const inside = new Cockpit(80, 24, {}, POPUP);
  inside.send({ type: "background", at: 1_000, mode: "light" });
  expect(inside.cmds.filter(({ type }) => type === "remember")).toEqual([]);
});

test("inside tmux it is used when nothing else tells: tmux, its option, COLORFGBG come first", () => {
  const themes = new Map([[TERM, "light" as const]]);
  const inside = (tmux: object, settings = {}) => {
    const app = new Cockpit(80, 24, settings, POPUP).recall({ themes });
    return app.feed(hello({ tmux: { ...hello().tmux, term: TERM, ...tmux } })).model.palette;
  };
  expect(inside({})).toBe("light");
  expect(inside({ term: "foot" })).toBe("terminal");
  expect(inside({ theme: "dark" })).toBe("dark");
  expect(inside({ theme_option: "dark" })).toBe("dark");
  expect(inside({}, { guessed: "dark" })).toBe("dark");
  expect(inside({}, { palette: "cb-dark" })).toBe("cb-dark");
  expect(inside({}, { colourBlind: true })).toBe("cb-light");
});

test("the first frame has the colours of the rows it shows", () => {
  const lit = JSON.stringify(hello({ tmux: { ...hello().tmux, theme: "light" } }));
  const app = new Cockpit(80, 24).recall({ heard: heard(busy(), { hello: lit }) });
  expect(app.model.palette).toBe("light");
});
