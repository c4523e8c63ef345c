import { expect, test } from "bun:test";
import { folderTyped, foldersIn } from "../../../tui/folders.ts";
import { placeOf } from "../../../tui/model.ts";
import type { Cmd } from "../../../tui/msg.ts";
import { pickedFolder, pickerList } from "../../../tui/picker.ts";
import {
  busy,
  Cockpit,
  cockpit,
  folder,
  FOLDERS,
  hello,
  lineText,
  POPUP,
  TMUX,
} from "../../support/cockpit.ts";
import { frameOf } from "../../../tui/view/frame.ts";

const picker = (columns = 80, rows = 24): Cockpit =>
  cockpit(columns, rows).press("n").folders(FOLDERS);
const picked = (app: Cockpit): string => pickedFolder(app.model)?.shown ?? "";
const shown = (app: Cockpit): string[] => pickerList(app.model).rows.map((row) => row.shown);
const asked = (app: Cockpit): Cmd[] => app.cmds.filter(({ type }) => type === "list-folders");
const opens = (app: Cockpit): Cmd[] => app.cmds.filter(({ type }) => type === "open-folder");
const quits = (app: Cockpit): boolean => app.cmds.some(({ type }) => type === "quit");
const footer = (app: Cockpit): string => app.lines.at(-1) ?? "";

/** `session open` has ended. */
function opened(app: Cockpit, change: object = {}): Cockpit {
  return app.send({
    type: "opened",
    at: 0,
    opened: { session: "api", isCreated: true, collision: "" },
    problem: "",
    cameBack: false,
    ...change,
  });
}

test("n opens the picker and asks for the folders; what it listed before is there at once", () => {
  const app = cockpit(80, 24).press("n");
  expect(placeOf(app.model)).toBe("picker");
  expect(asked(app)).toEqual([{ type: "list-folders", within: null }]);
  expect(app.frame).toContain("reading…");
  app.folders(FOLDERS).press("Esc", "n");
  expect(app.frame).toContain("10 of 10");
  expect(asked(app).length).toBe(2);
});

test("without words all are listed in the verb's order, and Enter would take the first", () => {
  const app = picker();
  expect(shown(app)).toEqual(FOLDERS.map((one) => one.shown));
  expect(picked(app)).toBe("~/work/api");
});

test("words find by letters, the folder's own name first, and typing goes back to the first row", () => {
  const app = picker().type("api");
  expect(shown(app)).toEqual([
    "~/work/api",
    "~/oss/api",
    "~/work/api-docs",
    "~/oss/map-icons",
    "~/archive/rapid",
  ]);
  app.press("Down", "Down").type("-d");
  expect(shown(app)).toEqual(["~/work/api-docs"]);
  expect(app.press("C-u").type("wrk chg").frame).toContain("1 of 10");
  expect(picked(app)).toBe("~/work/changelog");
  expect(app.press("C-u").type("nowhere").frame).toContain("no folder is known by that");
});

test("the search preset's signs mean in the picker what they mean in its query", () => {
  const app = cockpit(80, 24, { preset: "search" }).press("M-n").folders(FOLDERS);
  expect(shown(app.type("api !docs")).length).toBe(4);
  expect(shown(app.press("C-u").type("^~/oss"))).toEqual(["~/oss/api", "~/oss/map-icons"]);
});

test("a session that is called otherwise than its folder is named, and found by its name", () => {
  const app = cockpit(80, 24).press("n");
  app.folders([folder("~", { source: "open", session: "main" }), ...FOLDERS]);
  expect(app.frame).toMatch(/~ +open as main │/);
  expect(picked(app.type("main"))).toBe("~");
});

test("the line below says what Enter will do", () => {
  const app = picker().type("api");
  expect(app.frame).toContain("goes to api, which is open");
  expect(app.press("Down").frame).toContain('will be named oss/api: "api" is taken by ~/work/api');
  expect(app.press("Down").frame).toContain("will be named api-docs");
  app.folders([folder("~/bad", { session: null })]);
  expect(app.press("C-u").frame).toContain("no workspace can be named after it");
});

test("moving stops at the ends, and the row stays in view", () => {
  const many = Array.from({ length: 50 }, (_, at) => folder(`~/p/project-${at}`));
  const app = cockpit(80, 24).press("n").folders(many).press("Up");
  expect(picked(app)).toBe("~/p/project-0");
  for (let at = 0; at < 60; at += 1) app.press("Down");
  expect(picked(app)).toBe("~/p/project-49");
  expect(app.frame).toContain("~/p/project-49");
  app.press("PgUp");
  expect(picked(app)).toBe("~/p/project-39");
  app.press("C-p");
  expect(picked(app)).toBe("~/p/project-38");
});

test("the selection is a folder, not a row number", () => {
  const app = picker().press("Down", "Down");
  app.folders([folder("~/new"), ...FOLDERS]);
  expect(picked(app)).toBe("~/dotfiles");
});

test("a typed path asks once for each folder, and lists what is in it by its name", () => {
  const inside = ["~/work", "~/work/.cache", "~/work/api", "~/work/api-docs", "~/work/web"];
  const app = picker().type("~/work/a");
  expect(asked(app).map((cmd) => cmd.type === "list-folders" && cmd.within)).toEqual([
    null,
    "~/",
    "~/work/",
  ]);
  expect(app.frame).toContain("reading…");
  app.folders([folder("~")], "~/");
  expect(app.frame).toContain("reading…");
  app.folders(
    inside.map((path) => folder(path)),
    "~/work/",
  );
  expect(shown(app)).toEqual(["~/work/api", "~/work/api-docs"]);
  app.folders([folder("~")], "~/");
  expect(shown(app)).toEqual(["~/work/api", "~/work/api-docs"]);
  expect(app.press("Backspace").frame).toContain("4 of 4");
  expect(shown(app)[0]).toBe("~/work");
  app.type(".");
  expect(shown(app)).toEqual(["~/work/.cache"]);
  expect(asked(app).length).toBe(3);
});

test("Enter on a path typed in full before its folder is read opens it then, and nothing else", () => {
  const inside = [folder("~/work"), folder("~/work/api"), folder("~/work/api-docs")];
  const typed = (text: string): Cockpit =>
    cockpit(80, 24).press("n").type(text).press("Enter").folders(inside, "~/work/");
  expect(opens(typed("~/work/api"))).toMatchObject([{ path: "/home/you/work/api" }]);
  expect(opens(typed("~/work/"))).toMatchObject([{ path: "/home/you/work" }]);
  expect(opens(typed("~/work/ap"))).toEqual([]);
  const changed = cockpit(80, 24).press("n").type("~/work/ap").press("Enter").type("i");
  expect(opens(changed.folders(inside, "~/work/"))).toEqual([]);
  const words = cockpit(80, 24).press("n").type("api").press("Enter");
  expect(footer(words)).toContain("not yet");
  expect(opens(words.folders(FOLDERS))).toEqual([]);
});

test("a folder that cannot be listed says why", () => {
  const app = picker().type("~/x/").folders([], "~/x/", '"/home/you/x" is no folder: make it');
  expect(app.frame).toContain("is no folder: make it");
});

test("C-l completes to the selected folder and lists what is in it", () => {
  const app = picker().type("docs").press("C-l");
  expect(app.frame).toContain("› ~/work/api-docs/");
  expect(asked(app).at(-1)).toEqual({ type: "list-folders", within: "~/work/api-docs/" });
});

test("Enter opens through session open once, and keys typed meanwhile open nothing", () => {
  const app = picker().type("api").press("Down", "Enter", "Enter");
  expect(opens(app)).toEqual([{ type: "open-folder", path: "/home/you/oss/api", attaches: false }]);
  app.wait(300);
  expect(footer(app)).toContain("opening ~/oss/api");
  opened(app, { opened: { session: "oss/api", isCreated: true, collision: '"api" is taken' } });
  expect(placeOf(app.model)).toBe("list");
  expect(footer(app)).toContain('made oss/api: "api" is taken');
});

test("the footer says whether a session was made, gone to, or come back from", () => {
  const went = opened(picker().press("Enter"), {
    opened: { session: "api", isCreated: false, collision: "" },
  });
  expect(footer(went)).toContain("went to api");
  expect(footer(opened(picker().press("Enter"), { cameBack: true }))).toContain("back from api");
  expect(footer(opened(picker().press("Enter")))).toContain("made api");
});

test("a refusal stays in the picker, in the verb's words, until something else is tried", () => {
  const app = picker().press("Enter");
  opened(app, { opened: null, problem: 'the pre_create_hook "~/no" ended with 1:\nno room' });
  expect(placeOf(app.model)).toBe("picker");
  expect(app.frame).toContain('the pre_create_hook "~/no" ended with 1:');
  expect(app.frame).toContain("no room");
  app.press("Down");
  expect(app.frame).not.toContain("no room");
  expect(opens(app.press("Enter")).length).toBe(2);
});

test("a refusal longer than six lines keeps who said it and its end", () => {
  const said = Array.from({ length: 40 }, (_, at) => `line ${at}`).join("\n");
  const app = opened(picker().press("Enter"), { opened: null, problem: `the hook:\n${said}` });
  expect(app.frame).toContain("the hook:");
  expect(app.frame).toContain("line 39");
  expect(app.frame).not.toContain("line 20");
  expect(app.frame).toContain("~/work/api");
});

test("a cockpit in a terminal of its own attaches there", () => {
  const home = { kind: "terminal", go: "", newSession: false } as const;
  const app = new Cockpit(80, 24, {}, home).feed(hello(), busy()).press("n").folders(FOLDERS);
  expect(opens(app.press("Enter"))).toMatchObject([{ attaches: true }]);
});

test("in the popup the popup closes once the session is there", () => {
  const app = cockpit(80, 24, {}, POPUP).press("n").folders(FOLDERS).press("Enter");
  expect(quits(app)).toBe(false);
  expect(quits(opened(app))).toBe(true);
});

test("Esc goes back to the tree where n opened it, and leaves where --new-session did", () => {
  const back = cockpit(80, 24, {}, POPUP).press("n").folders(FOLDERS).type("api");
  const selection = back.model.selection;
  back.press("Esc");
  expect([placeOf(back.model), back.model.selection, quits(back)]).toEqual([
    "list",
    selection,
    false,
  ]);
  const own = new Cockpit(80, 24, {}, { ...POPUP, newSession: true });
  expect(asked(own).length).toBe(1);
  own.feed(hello(), busy()).folders(FOLDERS);
  expect(own.frame).toContain("new workspace");
  expect(quits(own.press("Esc"))).toBe(true);
});

test("the field takes herdr's editing keys and paste, tmux's prefix before them", () => {
  const app = picker().type("api docs").press("M-Backspace", "C-a");
  app.send({ type: "paste", at: 0, text: "x\ny\n" });
  expect(app.frame).toContain("› x yapi");
  const search = cockpit(80, 24, { preset: "search" }).press("M-n").folders(FOLDERS);
  expect(picked(search.press("C-j"))).toBe("~/work/web");
  expect(search.type("abc").press("C-a", "C-k").frame).toContain("10 of 10");
  const popup = cockpit(80, 24, {}, POPUP).press("n").folders(FOLDERS).press("C-b", "a");
  expect(quits(popup)).toBe(true);
});

test("without a tmux server n opens a workspace all the same", () => {
  const app = new Cockpit(80, 24).feed(hello({ server: "", tmux: TMUX }));
  expect(app.frame).toContain("n  a workspace for a folder");
  app.press("n").folders(FOLDERS).type("oss/api").press("Enter");
  expect(opens(app).length).toBe(1);
});

test("a click selects a folder, a second one opens it, one beside the box closes it", () => {
  const app = picker();
  const row = app.lines.findIndex((line) => line.includes("~/oss/map-icons"));
  app.click(20, row);
  expect(picked(app)).toBe("~/oss/map-icons");
  app.mouse("wheel-down", 20, row);
  expect(picked(app)).toBe("~/work/api-docs");
  expect(opens(app.wait(1_000).click(20, row).wait(1_000).click(20, row))).toEqual([]);
  expect(opens(app.click(20, row))).toMatchObject([{ path: "/home/you/oss/map-icons" }]);
  expect(placeOf(picker().click(0, 10).model)).toBe("list");
});

test("help lies over the picker, and Enter on one of its lines leaves the picker", () => {
  const app = picker().press("F1");
  expect(placeOf(app.model)).toBe("help");
  expect(placeOf(app.press("Esc").model)).toBe("picker");
  expect(placeOf(app.press("F1").type("tree").press("Enter").model)).toBe("list");
});

const filtering = (change: object = {}): Cockpit =>
  cockpit(120, 40, { projectsInFilter: true, ...change })
    .press("/")
    .folders(FOLDERS);
const bodyText = (app: Cockpit): string[] =>
  app.lines.slice(1, -1).map((line) => line.slice(0, 50).trimEnd());

test("with projects_in_filter the filter lists folders without a session under what it finds, eight at most", () => {
  const app = filtering();
  expect(asked(app)).toEqual([{ type: "list-folders", within: null }]);
  app.type("log");
  const lines = bodyText(app);
  const at = lines.indexOf(" folders");
  expect(lines[at - 1]).toContain("login form");
  expect(lines[at + 1]).toBe(" + ~/work/changelog                  project_dirs");
  expect(app.frame).toContain("3 of 23");
  app.press("C-u").type("api");
  expect(app.frame).toContain("+ ~/oss/api");
  expect(app.frame).not.toContain("+ ~/work/api ");
  const many = Array.from({ length: 20 }, (_, at) => folder(`~/p/zeta-${at}`));
  app.folders(many).press("C-u").type("zeta");
  expect(bodyText(app).filter((line) => /^[ ▌][ ]?\+?.*zeta-/.test(line)).length).toBe(8);
});

test("Enter on a folder of the filter opens its session, and what refuses it is told", () => {
  const app = filtering().type("changelog");
  expect(app.frame).toContain("will be named changelog");
  app.press("Enter");
  expect(opens(app)).toMatchObject([{ path: "/home/you/work/changelog" }]);
  opened(app, { opened: null, problem: "no room" });
  expect(footer(app)).toContain("no room");
});

test("a path typed into the filter lists what is in its folder", () => {
  const app = filtering().type("~/work/b");
  expect(asked(app).at(-1)).toEqual({ type: "list-folders", within: "~/work/" });
  app.folders([folder("~/work"), folder("~/work/billing"), folder("~/work/api")], "~/work/");
  expect(bodyText(app)).toContain("▌+ ~/work/billing                            path");
});

test("without projects_in_filter the filter asks for no folders and lists none", () => {
  const app = filtering({ projectsInFilter: false }).type("changelog");
  expect(asked(app)).toEqual([]);
  expect(app.frame).not.toContain("~/work/changelog");
});

test("the search preset lists folders under its query's finds, once there is a query", () => {
  const app = cockpit(80, 24, { preset: "search", projectsInFilter: true });
  expect(asked(app)).toEqual([]);
  app.folders(FOLDERS).type("billing");
  expect(asked(app).length).toBe(1);
  expect(app.frame).toContain("+ ~/work/billing");
});

test("names of folders are drawn inert, and are data for the verb", () => {
  const path = "/home/you/\u001b[31mred\u202eevil\nline";
  const envelope = {
    result: {
      home: "/home/you",
      folders: [
        { path, source: "zoxide", session: null, collision: null },
        { path: "relative", source: "zoxide" },
        { path: "/etc", source: "elsewhere", session: "e\u001b]52;c;x\u0007tc" },
        7,
      ],
    },
  };
  const folders = foldersIn(JSON.stringify(envelope)) ?? [];
  expect(folders.map((one) => [one.path, one.source])).toEqual([
    [path, "zoxide"],
    ["/etc", "path"],
  ]);
  const app = cockpit(80, 24).press("n").folders(folders);
  // oxlint-disable-next-line no-control-regex
  expect(frameOf(app.model).lines.map(lineText).join("")).not.toMatch(/[\u0000-\u001f\u202e]/);
  expect(opens(app.press("Enter"))).toMatchObject([{ path }]);
  expect(foldersIn("nonsense")).toBeNull();
  expect(foldersIn('{"result":{}}')).toBeNull();
});

test("what begins with a slash or a ~ is a path, everything else are words", () => {
  expect(["~", "~/", "~/a", "~/a/b", "/", "/a"].map(folderTyped)).toEqual([
    "~/",
    "~/",
    "~/",
    "~/a/",
    "/",
    "/",
  ]);
  expect(["", "a/b", "~a", "./a"].map(folderTyped)).toEqual([null, null, null, null]);
});
