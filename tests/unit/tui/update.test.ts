import { expect, test } from "bun:test";
import { EMPTY_FIELD } from "../../../tui/field.ts";
import { foundLines } from "../../../tui/help.ts";
import type { FeedState } from "../../../remote/feed/protocol.ts";
import type { AgentStatus } from "../../../src/core/status.ts";
import { lineOf, listOf } from "../../../tui/listing.ts";
import { placeOf } from "../../../tui/model.ts";
import type { Cmd } from "../../../tui/msg.ts";
import {
  busy,
  Cockpit,
  cockpit,
  crowd,
  hello,
  screen,
  state,
  TMUX,
} from "../../support/cockpit.ts";

const footer = (app: Cockpit): string => app.lines.at(-1) ?? "";
const watches = (app: Cockpit): Cmd[] => app.cmds.filter(({ type }) => type === "watch");

/** The busy machine with some of its agents in another state. */
function withStatus(agent_status: AgentStatus, ...paneIds: string[]): FeedState {
  const line = busy();
  for (const one of line.agents)
    if (paneIds.includes(one.pane_id)) Object.assign(one, { agent_status });
  return line;
}

test("the preview is asked for once the selection has rested 60 ms, and shows that it is read", () => {
  const app = cockpit(120, 40).wait(30).press("j").wait(30).press("j");
  expect(watches(app)).toEqual([]);
  app.wait(60);
  expect(watches(app)).toEqual([{ type: "watch", pane: "w8:p28", history: 0 }]);
  expect(app.frame).not.toContain("reading…");
  app.wait(400);
  expect(app.frame).toContain("reading…");
  app.feed(screen("w8:p28"));
  expect(app.frame).toContain("212 pass");
});

test("the old text stays until the new one is here, and a late answer for another pane is dropped", () => {
  const app = cockpit(120, 40).wait(60).feed(screen("w1:p16"));
  app
    .press("j")
    .wait(60)
    .feed(screen("w1:p16", { text: "late" }));
  expect(app.frame).not.toContain("late");
  expect(app.frame).toContain("212 pass");
});

test("after a feed began anew what is watched is asked for again", () => {
  const app = cockpit(120, 40).wait(100);
  expect(watches(app).length).toBe(1);
  app.feed(hello(), busy()).wait(100);
  expect(watches(app).length).toBe(2);
});

test("another tmux server is another world: nothing of the old one is left", () => {
  const app = cockpit(120, 40).press("j", "j", "h").wait(2_000);
  app.feed(hello({ server: "9 9" }));
  expect(app.model.machine.now).toBeNull();
  expect(app.model.selection).toBe("");
  expect(app.frame).not.toContain("claude");
});

test("scrolling back asks for rows above the screen and says how far", () => {
  const app = cockpit(120, 40).wait(60).feed(screen("w1:p16"));
  app.press("C-u");
  expect(watches(app).at(-1)).toMatchObject({ pane: "w1:p16", history: 17 + 70 });
  const above = Array.from({ length: 60 }, (_, row) => `line ${row}`).join("\n");
  app.feed(screen("w1:p16", { text: `${above}\n${screen("x").text}`, history: 60 }));
  expect(app.lines[1]).toContain("↑ 17");
  expect(app.frame).toContain("line 58");
  app.press("C-d");
  expect(app.lines[1]).not.toContain("↑");
  expect(app.frame).toContain("38% context left");
});

test("scrolling on before the rows are here goes on, and stops at the first row once they are", () => {
  const app = cockpit(120, 40).wait(60).feed(screen("w1:p16"));
  app.press("C-u", "C-u", "C-u");
  expect(app.model.preview.scrolls.get("w1:p16")).toBe(51);
  const above = Array.from({ length: 40 }, (_, row) => `line ${row}`).join("\n");
  app.feed(screen("w1:p16", { text: `${above}\n${screen("x").text}`, history: 40 }));
  expect(app.lines[1]).toContain("↑ 21");
  expect(app.frame).toContain("│ line 0 ");
});

test("a tall screen without history is scrolled to its first row and no further", () => {
  const tall = Array.from({ length: 50 }, (_, row) => `row ${row}`).join("\n");
  const app = cockpit(120, 40)
    .wait(60)
    .feed(screen("w1:p16", { text: tall }));
  for (let step = 0; step < 5; step += 1) app.press("C-u").feed(screen("w1:p16", { text: tall }));
  expect(app.frame).toContain("│ row 0 ");
  expect(app.lines[1]).toContain("↑ 15");
});

test("an agent that left the shelf gives the selection to the next one, the last one to its own row", () => {
  const app = cockpit(120, 40).wait(2_000);
  app.feed(withStatus("idle", "w1:p16"));
  expect(app.model.selection).toBe("shelf:w5:p23");
  app.feed(withStatus("idle", "w1:p16", "w5:p23", "w8:p28", "w2:p19"));
  expect(app.model.selection).toBe("map:w5:p23");
});

test("a shelf that grows over the selected row leaves it in view", () => {
  const { spaces, panes, agents } = busy();
  const app = new Cockpit(80, 24).feed(hello(), state({ spaces, panes })).wait(2_000);
  expect(app.model.selection).toBe("map:w1");
  app.feed(state({ spaces, panes, agents }));
  expect(app.model.selection).toBe("map:w1");
  expect(app.lines.some((line) => line.startsWith("▌▾ api"))).toBe(true);
});

test("what disappears hands the selection to the row below, and its end is told", () => {
  const app = cockpit(120, 40);
  while (app.model.selection !== "map:w3:p20") app.press("j");
  app.wait(2_000);
  const { panes, agents, ...rest } = busy();
  app.feed({
    ...rest,
    panes: panes.filter(({ pane_id }) => pane_id !== "w3:p20"),
    agents: agents.filter(({ pane_id }) => pane_id !== "w3:p20"),
  });
  expect(app.model.selection).toBe("map:w3:p21");
  expect(footer(app)).toContain("opencode design has ended");
  app.wait(4_000);
  expect(footer(app)).toContain("Enter go");
});

test.each([
  {
    keys: {},
    quit: "q leaves",
    help: "? shows every key",
    filter: "/ opens the filter",
    more: "Tab",
  },
  {
    keys: { quit: ["ctrl+q"], help: ["f2"], filter: ["f"], next_up: ["n"], new_session: [] },
    quit: "C-q leaves",
    help: "F2 shows every key",
    filter: "f opens the filter",
    more: "n",
  },
])(
  "words that name a key name the one that is bound: $quit",
  ({ keys, quit, help, filter, more }) => {
    const app = new Cockpit(120, 40, { keys }).feed(hello(), busy());
    expect(footer(app.press("Esc"))).toContain(`Esc does not leave here: ${quit}`);
    expect(footer(app.press("Z"))).toContain(`Z does nothing here: ${help}`);
    expect(footer(app.paste("text"))).toContain(`nothing takes text here: ${filter}`);
    const crowded = new Cockpit(120, 20, { keys }).feed(hello(), crowd(30));
    expect(crowded.frame).toContain(`more, ${more} goes through them`);
  },
);

test("a key that is bound to nothing is named nowhere", () => {
  const keys = { quit: [], help: [], filter: [], next_up: [] };
  const app = new Cockpit(120, 40, { keys }).feed(hello(), busy());
  expect(footer(app.press("Esc"))).toMatch(/Esc does not leave here +/);
  expect(footer(app.press("Z"))).toMatch(/Z does nothing here +/);
  expect(footer(app.paste("text"))).toMatch(/nothing takes text here +/);
});

test("a pane that is gone is not gone to", () => {
  const app = cockpit(120, 40).press("j").press("k");
  const { panes, agents, ...rest } = busy();
  app.feed({ ...rest, panes: panes.slice(1), agents: agents.slice(1) });
  expect(app.model.selection).toBe("shelf:w1:p16");
  app.press("Enter");
  expect(footer(app)).toContain("that pane is gone");
  expect(app.cmds.some(({ type }) => type === "go")).toBe(false);
});

test("a verb that takes its time is told in the footer after 250 ms, and its refusal too", () => {
  const app = cockpit(120, 40).press("Enter");
  expect(footer(app)).not.toContain("going to");
  app.wait(260);
  expect(footer(app)).toContain("going to claude server");
  app.send({
    type: "went",
    at: 2_000,
    target: "w1:p16",
    problem: "pane w1:p16 is gone",
    cameBack: false,
  });
  expect(footer(app)).toContain("pane w1:p16 is gone");
  expect(app.model.running).toBeNull();
});

test("--go goes to that pane with the first state, by tmux's id or ours", () => {
  for (const go of ["%17", "w1:p17", "studio:%17"]) {
    const app = new Cockpit(120, 40, {}, { kind: "pane", go, newSession: false }).feed(
      hello(),
      busy(),
    );
    expect(app.cmds.find(({ type }) => type === "go")).toMatchObject({ target: "w1:p17" });
    expect(app.model.selection).toBe("map:w1:p17");
  }
  const none = new Cockpit(120, 40, {}, { kind: "pane", go: "%99", newSession: false }).feed(
    hello(),
    busy(),
  );
  expect(footer(none)).toContain("%99 is not there");
});

test("depth, layout, order and fold keep the selection on its thing", () => {
  const app = cockpit(120, 40);
  while (app.model.selection !== "map:w1:p17") app.press("j");
  expect(app.press("t").model.selection).toBe("flat:w1:p17");
  expect(app.press("t").model.selection).toBe("map:w1:p17");
  expect(app.press("s").model.selection).toBe("map:w1:p17");
  expect(app.press("v").model.selection).toBe("map:w1:p17");
  expect(app.press("v").model.selection).toBe("map:w1");
  expect(app.press("v", "l", "l").model.selection).toBe("map:w1:p16");
  expect(app.press("h").model.selection).toBe("map:w1");
  expect(app.press("h").frame).toContain("▸ api");
  expect(app.press("l").frame).toContain("▾ api");
});

test("a folded workspace shows what is below it", () => {
  const app = cockpit(120, 40);
  while (app.model.selection !== "map:w1") app.press("j");
  app.press("h");
  expect(app.lines[6]).toMatch(/▸ api {2}main ↑2 ±3 +▲1 ●1 +│/);
});

test("a row that came to need you is drawn in reverse once, unless motion is off or nobody looks", () => {
  const blocked = withStatus("blocked", "w1:p17");
  const app = cockpit(120, 40).wait(2_000).feed(blocked);
  expect(app.model.pulses.size).toBe(1);
  app.wait(900);
  expect(app.model.pulses.size).toBe(0);
  expect(cockpit(120, 40, { motion: "none" }).feed(blocked).model.pulses.size).toBe(0);
  const away = cockpit(120, 40).send({ type: "focus", at: 1_500, isFocused: false });
  expect(away.feed(blocked).model.pulses.size).toBe(0);
});

test("the palette follows what tmux says of the client, unless the user chose one", () => {
  const light = hello({ tmux: { ...TMUX, theme: "light" } });
  expect(new Cockpit(80, 24).feed(light).model.palette).toBe("light");
  expect(new Cockpit(80, 24, { colourBlind: true }).feed(light).model.palette).toBe("cb-light");
  expect(new Cockpit(80, 24, { palette: "dark" }).feed(light).model.palette).toBe("dark");
  expect(new Cockpit(80, 24).feed(hello()).model.palette).toBe("terminal");
  const chosen = hello({ tmux: { ...TMUX, theme: "light", theme_option: "dark" } });
  expect(new Cockpit(80, 24).feed(chosen).model.palette).toBe("dark");
});

test("with no feed at all the screen says why and what to press", () => {
  const app = new Cockpit(80, 24);
  app.send({ type: "feed-ended", at: 2_000, problem: "cannot run /x/taw: it is not there" });
  expect(app.frame).toContain("No word from this machine");
  expect(app.frame).toContain("cannot run /x/taw");
  expect(app.press("R").cmds.some(({ type }) => type === "restart-feed")).toBe(true);
});

test("help finds by typing, Enter does the line, and keys that tmux takes are marked", () => {
  const app = new Cockpit(120, 40).feed(hello({ tmux: { ...TMUX, root_keys: ["C-n"] } }), busy());
  app.press("?");
  expect(app.frame).toContain("next, previous (t");
  app.type("flat");
  expect(app.frame).toContain("tree or flat");
  expect(app.frame).not.toContain("go there");
  app.press("Enter");
  expect(app.model.layout).toBe("flat");
  expect(app.model.help).toBeNull();
});

function firstFound(search: string) {
  const app = new Cockpit(120, 40).feed(hello(), busy());
  app.press("?").type(search);
  return foundLines(app.model, app.model.help?.query ?? EMPTY_FIELD)[0]?.action;
}

test("of the lines that help finds, Enter does the one that fits best, by words in any order or their beginnings", () => {
  expect(firstFound("tree")).toBe("layout");
  expect(firstFound("session new")).toBe("new_session");
  expect(firstFound("prev")).toBe("preview");
  expect(firstFound("leav")).toBe("quit");
  expect(firstFound("")).toBe("move_down");
  expect(firstFound("xyzzy")).toBeUndefined();
});

test("Tab goes through all who wait, also those the shelf has no room for", () => {
  const app = new Cockpit(120, 24).feed(hello(), crowd(12));
  const seen = new Set<string>();
  for (let step = 0; step < 24; step += 1) {
    app.press("Tab");
    seen.add(app.model.selection.replace(/^[a-z]+:/, ""));
  }
  expect(seen.size).toBe(24);
  expect(listOf(app.model).rows.shelf.length).toBeLessThanOrEqual(8);
});

test("with full motion the marks of working rows turn four times a second, and only then", () => {
  const app = cockpit(120, 40, { motion: "full" }).wait(1_100);
  expect(app.model.turns).toBe(4);
  const away = app.send({ type: "focus", at: 2_200, isFocused: false }).wait(1_000);
  expect(away.model.turns).toBe(4);
  expect(cockpit(120, 40).wait(5_000).model.turns).toBe(0);
});

test("after a peek in which the selection moved, it is in view again", () => {
  const app = new Cockpit(80, 24).feed(hello(), crowd(30)).press("j").press("Space");
  app.press("S-Tab", "Space");
  expect(lineOf(app.model, app.model.selection)).not.toBeNull();
  const far = new Cockpit(40, 12)
    .feed(hello(), crowd(30))
    .press("G", "Space", "Tab", "S-Tab", "Esc");
  expect(lineOf(far.model, far.model.selection)).not.toBeNull();
});

test("a peek and the box of e end with the agent they show", () => {
  const { panes, agents, spaces } = busy();
  const gone = state({ spaces: spaces.slice(0, 1), panes: [], agents: [] });
  for (const key of ["e", "Space"]) {
    const app = new Cockpit(120, 40)
      .feed(hello(), state({ spaces, panes, agents }))
      .press(key)
      .wait(2_000);
    app.feed(gone);
    expect(placeOf(app.model)).toBe("list");
  }
});

test("a background told by COLORFGBG is taken where nothing else is known", () => {
  expect(new Cockpit(80, 24, { guessed: "light" }).feed(hello()).model.palette).toBe("light");
  const dark = hello({ tmux: { ...TMUX, theme: "dark" } });
  expect(new Cockpit(80, 24, { guessed: "light" }).feed(dark).model.palette).toBe("dark");
});

test("lines of the feed that cannot be read are counted and told", () => {
  const app = cockpit(120, 40);
  app.send({ type: "feed-bad", at: 2_000 }).send({ type: "feed-bad", at: 2_001 });
  expect(footer(app)).toContain("2 lines of this machine's feed could not be read");
});
