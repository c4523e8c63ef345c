import { expect, test } from "bun:test";
import type { FeedState } from "../../remote/feed/protocol.ts";
import { ACTIONS, bindingOf } from "../../tui/keymap.ts";
import { fieldText } from "../../tui/field.ts";
import { listOf, lineOf } from "../../tui/listing.ts";
import { placeOf } from "../../tui/model.ts";
import { ageSentence, changeLines, plainLines } from "../../tui/plain.ts";
import { frameOf } from "../../tui/view/frame.ts";
import { INVERSE } from "../../tui/view/spans.ts";
import { lookOf } from "../../tui/view/theme.ts";
import {
  agent,
  busy,
  Cockpit,
  cockpit,
  crowd,
  hello,
  NOW,
  pane,
  POPUP,
  screen,
  space,
  state,
} from "../support/cockpit.ts";

/** The questions of design/cockpit.md §8 that concern what is built, each under its number. */

const SIZES = [
  [160, 45],
  [120, 40],
  [80, 24],
  [40, 12],
] as const;

function withStatus(
  before: FeedState,
  changes: Readonly<Record<string, "blocked" | "done" | "working" | "idle">>,
  since = NOW,
): FeedState {
  return {
    ...before,
    agents: before.agents.map((one) => {
      const agent_status = changes[one.pane_id];
      return agent_status === undefined ? one : { ...one, agent_status, since_unix_ms: since };
    }),
  };
}

const quits = (app: Cockpit): boolean => app.cmds.some(({ type }) => type === "quit");
const withoutAges = (line: string): string => line.replaceAll(/ *(now|\d+[mhd])\b/g, "");
const bodyKeys = (app: Cockpit): string[] => listOf(app.model).rows.body.map(({ key }) => key);
const shelfKeys = (app: Cockpit): string[] => listOf(app.model).rows.shelf.map(({ key }) => key);

test("2: all state marks of shelf and map stand in one column", () => {
  for (const [columns, rows] of SIZES.slice(0, 3)) {
    const { lines } = cockpit(columns, rows);
    const marks = lines.slice(1, -1).map((line) => line.slice(0, 46).search(/[▲✓●○]/));
    expect(new Set(marks.filter((at) => at >= 0))).toEqual(new Set([3]));
  }
});

test("3: all ages end in one column, at every size", () => {
  for (const [columns, rows] of SIZES) {
    const { lines, model } = cockpit(columns, rows);
    const width = columns >= 100 ? Math.floor(columns * 0.42) : columns;
    const ends = lines
      .slice(1, -2)
      .filter((line) => /^[ ▌]{1,3}[▲✓●○]/.test(line))
      .map((line) => Bun.stripANSI(line))
      .map((line) =>
        Bun.stringWidth(/^.*?(?:now|\d+[mhd])(?=[ ▐]?(?: │|$|▐))/.exec(line)?.[0] ?? ""),
      );
    expect(model.machine.now?.agents.length).toBe(12);
    expect(new Set(ends)).toEqual(new Set([width - 1]));
  }
});

test("4: every blocked agent is on the shelf while it has room, and counted when it has not", () => {
  const app = cockpit(120, 40);
  expect(app.lines[1]).toContain("npm publi");
  expect(app.lines[2]).toContain("terraform");
  const many = new Cockpit(120, 24).feed(hello(), crowd(12));
  expect(many.frame).toContain("18 more, Tab goes through them");
  expect(many.lines[0]).toContain("▲ 12 need you");
});

test("5: the longest wait stands first in the shelf, and a new one appears below the old ones", () => {
  const app = cockpit(120, 40);
  expect(shelfKeys(app)).toEqual(["shelf:w1:p16", "shelf:w5:p23", "shelf:w8:p28", "shelf:w2:p19"]);
  app.feed(withStatus(busy(), { "w3:p20": "blocked" }));
  expect(shelfKeys(app).slice(0, 3)).toEqual(["shelf:w1:p16", "shelf:w5:p23", "shelf:w3:p20"]);
});

test("6: the map keeps its order when five agents change state", () => {
  const app = cockpit(120, 40);
  const before = bodyKeys(app);
  app.feed(
    withStatus(busy(), {
      "w1:p17": "blocked",
      "w3:p21": "done",
      "w5:p24": "working",
      "w6:p25": "idle",
      "w8:p29": "blocked",
    }),
  );
  expect(bodyKeys(app)).toEqual(before);
});

test("7: worktrees stand under their repository, closed ones too, columns unmoved", () => {
  const { lines } = cockpit(120, 40);
  const at = lines.findIndex((line) => line.startsWith(" ▾ api"));
  expect(lines.slice(at + 3, at + 6).map((line) => line.slice(0, 28).trimEnd())).toEqual([
    " ├ feat/login  ±12",
    "   ✓ pi       login      log",
    " └ fix/csv  closed worktree",
  ]);
});

test("8: with one machine there are no machine rows and no names of it", () => {
  for (const [columns, rows] of SIZES) expect(cockpit(columns, rows).frame).not.toContain("studio");
});

test("9: each of the five states is told apart without colour, in list and header", () => {
  const five = state({
    spaces: [space("w1", "api")],
    panes: [1, 2, 3, 4, 5].map((number) => pane("w1", number, `t${number}`)),
    agents: (["blocked", "done", "working", "idle", "unknown"] as const).map((status, at) =>
      agent(pane("w1", at + 1, ""), "pi", status, 60, ""),
    ),
  });
  for (const icons of ["unicode", "ascii"] as const) {
    const app = new Cockpit(80, 24, { icons, colours: "mono" }).feed(hello(), five);
    const rows = app.lines.filter((line) => line.includes(" pi  ")).slice(-5);
    expect(new Set(rows.map((line) => line[3])).size).toBe(5);
  }
});

test("10: the selection is seen in every palette, in mono and with ASCII marks", () => {
  for (const palette of ["dark", "light", "cb-dark", "cb-light", "terminal"] as const)
    for (const depth of ["truecolor", "256", "16", "mono"] as const)
      for (const icons of ["unicode", "ascii"] as const) {
        const { model } = cockpit(80, 24, { icons });
        const line = frameOf(model).lines[1] ?? [];
        const other = frameOf(model).lines[2] ?? [];
        expect(line[0]?.text).toBe(icons === "ascii" ? ">" : "▌");
        const looks = line.slice(0, -1).map((part) => lookOf(part, { depth, palette }));
        const grounded = looks.every(({ bg, attributes }) => bg !== null || attributes & INVERSE);
        expect(grounded).toBe(true);
        const plain = other.map((part) => lookOf(part, { depth, palette }));
        expect(plain.some(({ bg, attributes }) => bg !== null || attributes & INVERSE)).toBe(false);
      }
});

test("13: the preview keeps the pane's indexed colours and its bottom anchor", () => {
  const app = cockpit(120, 40).press("j").press("k").wait(200).feed(screen("w1:p16"));
  const { lines } = frameOf(app.model);
  const inks = lines.flatMap((line) => line.map(({ ink }) => ink));
  expect(inks).toContainEqual({ kind: "index", index: 1 });
  expect(inks).toContainEqual({ kind: "index", index: 114 });
  expect(app.lines[38]).toContain("38% context left");
});

test("16–20: no answer is given by any key, and each says so", () => {
  const app = cockpit(120, 40);
  for (const key of ["a", "A", "d", "1", "9"]) {
    app.press(key);
    expect(app.lines.at(-1)).toContain("comes with a later version");
  }
  app.press("Tab", "Tab").press("a");
  expect(app.lines.at(-1)).toContain("nothing to answer here");
  expect(app.cmds.filter(({ type }) => type === "go")).toEqual([]);
});

test("25: rows inserted above 50 times leave the same agent selected in the same screen row", () => {
  const base = crowd(30);
  const app = new Cockpit(80, 24).feed(hello(), base);
  for (let step = 0; step < 40; step += 1) app.press("j");
  app.wait(5_000);
  const { selection } = app.model;
  const line = lineOf(app.model, selection);
  const added = Array.from({ length: 50 }, (_, step) => space(`w${900 + step}`, `new-${step}`));
  for (let step = 1; step <= 50; step += 1) {
    const spaces = added.slice(0, step).toReversed().concat(base.spaces);
    app.wait(100).feed(state({ ...base, spaces }));
    expect(app.model.selection).toBe(selection);
    expect(lineOf(app.model, selection)).toBe(line);
  }
});

test("26: nothing is reordered within a second after a key, and texts go on", () => {
  const app = cockpit(120, 40).press("j");
  const before = shelfKeys(app);
  const changed = withStatus(busy(), { "w1:p16": "working", "w3:p21": "blocked" });
  app.wait(500).feed(changed);
  expect(shelfKeys(app)).toEqual(before);
  expect(app.lines[1]?.slice(0, 12)).toBe("   ● claude ");
  app.wait(400);
  expect(shelfKeys(app)).toEqual(before);
  app.wait(200);
  expect(shelfKeys(app)).toEqual(["shelf:w5:p23", "shelf:w3:p21", "shelf:w8:p28", "shelf:w2:p19"]);
});

test("27: Tab from every row goes to who waits longest, then on in order", () => {
  const rows = listOf(cockpit(120, 40).model).selectable.length;
  for (let down = 4; down < rows; down += 1) {
    const app = cockpit(120, 40);
    for (let step = 0; step < down; step += 1) app.press("j");
    expect(app.press("Tab").model.selection).toBe("shelf:w1:p16");
    expect(app.press("Tab").model.selection).toBe("shelf:w5:p23");
    expect(app.press("S-Tab").model.selection).toBe("shelf:w1:p16");
  }
});

test("28: Esc closes what is open, closes the popup from the list, and never quits the app", () => {
  const app = cockpit(120, 40).press("j", "j");
  const { selection } = app.model;
  expect(placeOf(app.press("/").type("log").press("Esc").model)).toBe("list");
  expect(app.model.selection).toBe(selection);
  expect(placeOf(app.press("?", "Esc").model)).toBe("list");
  expect(placeOf(app.press("e", "Esc").model)).toBe("list");
  expect(placeOf(app.press("Space", "Esc").model)).toBe("list");
  app.click(8, 0);
  expect(app.model.only).toBe("blocked");
  expect(app.press("Esc").model.only).toBeNull();
  expect(quits(app.press("Esc", "Esc"))).toBe(false);
  expect(quits(cockpit(120, 40, {}, POPUP).press("Esc"))).toBe(true);
  const boxed = cockpit(120, 40).press("Tab", "e");
  expect([placeOf(boxed.model), quits(boxed.press("C-c"))]).toEqual(["box", true]);
  expect(quits(cockpit(120, 40, { preset: "search" }).press("Esc"))).toBe(true);
});

test("29: every key of both presets does what its line says, or says that it comes later", () => {
  for (const preset of ["modal", "search"] as const)
    for (const action of ACTIONS)
      for (const key of bindingOf(action)[preset]) {
        const app = cockpit(120, 40, { preset });
        const before = app.model;
        const { length } = app.cmds;
        app.press(key);
        const acted = app.model.note !== null || app.cmds.length > length;
        const {
          selection,
          top,
          depth,
          layout,
          sort,
          showsPreview,
          peeks,
          help,
          explains,
          filter,
          preview,
        } = app.model;
        const moved =
          selection !== before.selection ||
          top !== before.top ||
          depth !== before.depth ||
          layout !== before.layout ||
          sort !== before.sort ||
          showsPreview !== before.showsPreview ||
          peeks !== before.peeks ||
          help !== before.help ||
          explains !== before.explains ||
          filter !== before.filter ||
          preview !== before.preview;
        const stays = ["move_up", "first", "previous_session", "page_up"].includes(action);
        expect([preset, key, acted || moved || stays]).toEqual([preset, key, true]);
        if (bindingOf(action).later !== undefined) expect(app.model.note?.text).toBeString();
      }
});

test("29: what the mouse does a key does too", () => {
  const app = cockpit(120, 40);
  app.click(5, 3);
  expect(app.model.selection).toBe("shelf:w8:p28");
  app.click(1, 6);
  expect(app.model.folded.has("w1")).toBe(true);
  app.click(1, 6);
  expect(app.model.folded.size).toBe(0);
  app.mouse("down", 50, 10).mouse("drag", 60, 10).mouse("up", 60, 10);
  expect(frameOf(app.model).lines.length).toBe(40);
  expect(app.lines[10]?.[60]).toBe("│");
  app.wait(1_000).click(5, 1).click(5, 1);
  expect(app.cmds.findLast(({ type }) => type === "go")).toEqual({
    type: "go",
    target: "w1:p16",
    server: "4711 1799990000",
  });
  app.click(70, 1);
  expect(placeOf(app.model)).toBe("peek");
});

test("29: the title opens the peek, its state words say why, a right click lists the keys", () => {
  const app = cockpit(120, 40);
  app.click((app.lines[1] ?? "").indexOf("needs you") + 2, 1);
  expect(placeOf(app.model)).toBe("box");
  app.click(3, 20);
  expect(placeOf(app.model)).toBe("list");
  app.send({ type: "mouse", at: 5_000, event: "down", button: "right", x: 8, y: 3 });
  expect([app.model.selection, placeOf(app.model)]).toEqual(["shelf:w8:p28", "help"]);
});

test("29: the scroll bar is dragged and the preview is wheeled", () => {
  const app = new Cockpit(80, 24).feed(hello(), crowd(30)).wait(60);
  app.mouse("down", 79, 6).mouse("drag", 79, 12).mouse("up", 79, 12);
  expect(app.model.top).toBe(listOf(app.model).rows.body.length - listOf(app.model).bodyHeight);
  const asked = app.model.preview.asked;
  app.feed(screen(asked, { height: 40 })).mouse("wheel-up", 10, 18);
  expect(app.model.preview.scrolls.get(asked)).toBe(3);
  app.mouse("wheel-down", 10, 18);
  expect(app.model.preview.scrolls.get(asked)).toBe(0);
});

test("29: a click on a row that changed in the last 300 ms only selects", () => {
  const app = cockpit(120, 40).wait(5_000);
  app
    .feed(withStatus(busy(), { "w3:p20": "blocked" }))
    .click(5, 1)
    .click(5, 1);
  expect(app.cmds.filter(({ type }) => type === "go")).toEqual([]);
});

test("29: the wheel moves the view, not the selection, and the next key brings it back", () => {
  const app = new Cockpit(80, 24).feed(hello(), crowd(30)).press("G").wait(2_000);
  const { selection } = app.model;
  for (let step = 0; step < 20; step += 1) app.mouse("wheel-up", 5, 9);
  expect(app.model.selection).toBe(selection);
  expect(lineOf(app.model, selection)).toBeNull();
  app.press("k");
  expect(lineOf(app.model, app.model.selection)).not.toBeNull();
});

test("30: the filter marks matches, counts right, finds shells and folded rows, and Esc restores the selection", () => {
  const app = cockpit(120, 40).press("j", "j", "j", "j", "h");
  const { selection } = app.model;
  app.press("/").type("log");
  expect(app.lines[1]).toContain("3 of 23");
  expect(app.frame).toContain("tail -f dev.log");
  const marked = frameOf(app.model)
    .lines.flat()
    .filter(({ ink }) => ink === "match");
  expect(marked.map(({ text }) => text)).toEqual(["log", "log", "log"]);
  app.press("Esc");
  expect(app.model.selection).toBe(selection);
});

test("31: the text field takes every editing key, in both presets, and paste with line breaks", () => {
  for (const preset of ["modal", "search"] as const) {
    const app = cockpit(120, 40, { preset });
    if (preset === "modal") app.press("/");
    const text = (): string => fieldText(app.model.filter ?? { text: [], cursor: 0, cut: "" });
    app.type("one two").press("C-w");
    expect(text()).toBe("one ");
    app.press("C-y", "C-a", "C-d", "Delete", "C-f", "Backspace");
    expect(text()).toBe(" two");
    app.press("C-e", "C-h", "M-b", "M-d", "C-u");
    expect(text()).toBe("");
    app.send({ type: "paste", at: 9_000, text: "a\nb\r\nc" });
    expect(text()).toBe("a b c");
  }
});

test("32: in the popup prefix and its key close it, prefix and the notification key go on, another says so", () => {
  const closes = cockpit(120, 40, {}, POPUP).press("C-b", "a");
  expect(closes.cmds.some(({ type }) => type === "quit")).toBe(true);
  const goes = cockpit(120, 40, {}, POPUP).press("j", "C-b", "o");
  expect(goes.cmds.find(({ type }) => type === "go")).toMatchObject({ target: "w1:p16" });
  const other = cockpit(120, 40, {}, POPUP).press("C-b", "c");
  expect(other.lines.at(-1)).toContain("c did nothing");
  expect(other.cmds.some(({ type }) => type === "quit")).toBe(false);
  const forgotten = cockpit(120, 40, {}, POPUP).press("C-b", "Esc");
  expect([forgotten.model.sawPrefix, forgotten.model.note, quits(forgotten)]).toEqual([
    false,
    null,
    false,
  ]);
});

test("33: an hour of unchanged states draws the same frame, minute tick or not", () => {
  const old = state({
    spaces: [space("w1", "api")],
    panes: [pane("w1", 1, "a")],
    agents: [agent(pane("w1", 1, "a"), "pi", "idle", 70, "at rest")],
  });
  const app = new Cockpit(120, 40).feed(hello(), old).wait(1_000);
  const before = app.frame;
  app.wait(45 * 60_000);
  expect(app.frame).toBe(before);
});

test("34: a minute tick changes the ages and nothing else, all at once", () => {
  const app = cockpit(120, 40).wait(59_000);
  const before = app.lines;
  app.wait(2_000);
  const changed = app.lines.filter((line, at) => line !== before[at]);
  expect(changed.length).toBeGreaterThan(5);
  expect(app.lines.map(withoutAges)).toEqual(before.map(withoutAges));
});

test("37: no agents, no server, a broken config and a first feed that is pending each say so", () => {
  expect(new Cockpit(120, 40).lines[0]).toContain("…");
  const none = new Cockpit(120, 40).feed(hello(), state({ spaces: [space("w1", "api")] }));
  expect(none.lines[0]).toContain("no agents");
  expect(none.frame).toContain("It shows up here by itself.");
  const down = new Cockpit(80, 24).feed(hello({ server: "" }), state());
  expect(down.frame).toContain("/tmp/tmux-1000/default");
  const problem = {
    config_problem: "config.toml:3:7: error: depth is one of sessions, agents, all",
  };
  const broken = new Cockpit(120, 40).feed(hello(), state(problem));
  expect(broken.lines.at(-1)).toContain("config.toml:3:7");
  const breaks = new Cockpit(120, 40).feed(hello(), state()).feed(state(problem));
  expect(breaks.lines.at(-1)).toContain("config.toml:3:7");
  expect(breaks.wait(10_001).feed(state(problem)).lines.at(-1)).not.toContain("config.toml");
});

test("37: a pane that nobody reads has the mark of what is not known, and says why", () => {
  const one = busy();
  const [first, ...rest] = one.agents;
  if (first === undefined) throw new Error("no agent");
  const unread = {
    ...first,
    agent_status: "unknown" as const,
    watched: false,
    unwatched_reason: "its pipe is used by another program",
  };
  const app = new Cockpit(160, 45).feed(hello(), { ...one, agents: [unread, ...rest] });
  expect(app.frame).toContain("? claude   server        not watched: its pipe is used by");
});

test("37: a feed that ended is told in the header, and the rows stay as they were heard", () => {
  const app = cockpit(120, 40);
  app.send({ type: "feed-ended", at: 2_000, problem: "taw is not there" });
  expect(app.lines[0]).toContain("✕ no feed");
  expect(app.frame).toContain("fixing 2 of 214");
});

test("39: 160×45 → 40×12 → 20×5 → 160×45 while filtering loses nothing and wraps nothing", () => {
  const app = cockpit(160, 45).press("/").type("claude").press("Down");
  const { selection, filter } = app.model;
  const before = app.frame;
  for (const [columns, rows] of [
    [40, 12],
    [20, 5],
    [160, 45],
  ] as const) {
    app.send({ type: "resize", at: 3_000, columns, rows });
    expect(app.lines.map((line) => Bun.stringWidth(line))).toEqual(
      Array.from({ length: rows }, () => columns),
    );
  }
  expect(app.model.filter).toEqual(filter);
  expect(app.model.selection).toBe(selection);
  expect(app.frame).toBe(before);
});

test("39: below 40×12 one plain line is left, and q still works", () => {
  const app = cockpit(32, 8);
  expect(app.lines[0]).toBe("taw ▲2 ✓2 ●3 ○5  needs 40×12, is");
  expect(app.press("q").cmds.some(({ type }) => type === "quit")).toBe(true);
});

test("40: plain mode is sentences only, no escape, needs you first", () => {
  const lines = plainLines(busy());
  expect(lines[0]).toBe("2 need you, 2 done, 3 working, 5 idle");
  expect(lines[1]).toBe(
    "needs you, 4 minutes: claude server in api, pane %16. Asks: Bash: npm publish --access public",
  );
  expect(lines[4]).toBe(
    "done, 2 minutes: pi login in feat/login, pane %19. login form and 6 tests added",
  );
  expect(lines.at(-1)).toBe("go: taw app --go %16   why: taw agent explain %16");
  expect(lines.join("\n")).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  expect(ageSentence(60_000)).toBe("1 minute");
  const later = withStatus(busy(), { "w1:p17": "done" });
  expect(changeLines(busy(), later)).toEqual([
    "done, just now: codex tests in api, pane %17. fixing 2 of 214 tests: money.ts rounds too early",
  ]);
});
