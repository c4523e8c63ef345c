import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig, problemText, readConfig, shortProblemText } from "../../../src/config/load.ts";
import { DEFAULTS } from "../../../src/config/schema.ts";

const root = mkdtempSync(join(tmpdir(), "taw-config-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let made = 0;
function folderWith(toml: string | Uint8Array): string {
  const folder = join(root, `case-${(made += 1)}`);
  mkdirSync(folder);
  writeFileSync(join(folder, "config.toml"), toml);
  return folder;
}

async function read(toml: string) {
  const { config, problems } = await readConfig(toml, "config.toml");
  return { config, problems: problems.map(problemText) };
}

const lastGood = { ...DEFAULTS, "ui.depth": "all", "ui.layout": "flat" } as const;

test("no file means the defaults, without a word", async () => {
  expect(await loadConfig(join(root, "nowhere"), lastGood)).toEqual({
    config: DEFAULTS,
    problems: [],
  });
});

test("the defaults are those of the spec", () => {
  expect(DEFAULTS).toMatchObject({
    "keys.preset": "modal",
    "ui.depth": "agents",
    "ui.layout": "tree",
    "ui.preview": true,
    "ui.show_git": true,
    "ui.projects_in_filter": false,
    "ui.toast.done_delay_seconds": 5,
    "sessions.name": "directory",
    "sessions.zoxide": true,
    "sessions.project_dirs": [],
    "sessions.hook_timeout_seconds": 10,
    "hooks.timeout_seconds": 30,
    "detection.supplements": true,
    "session.startup_per_agent_delay_ms": 100,
    "plugins.compat_herdr_version": "0.9.3",
    "hooks.*": {},
    "machines.*": {},
  });
});

test("a byte order mark and Windows line ends change nothing, and lines are counted right", async () => {
  const folder = folderWith('\uFEFF[ui]\r\ndepth = "all"\r\nlayout = "tre"\r\n');
  const { config, problems } = await loadConfig(folder);
  expect(config["ui.depth"]).toBe("all");
  expect(problems.map(problemText)).toEqual([
    `${folder}/config.toml:3:10: error: ui.layout is "tre"; it takes "tree" or "flat"`,
  ]);
});

test("a file that was caught half-written keeps every last good value and says where it breaks", async () => {
  const folder = folderWith('[ui]\ndepth = "sessions"\nlayout = "fl');
  const { config, problems } = await loadConfig(folder, lastGood);
  expect(config).toBe(lastGood);
  expect(problems.map(problemText)).toEqual([
    `${folder}/config.toml:3:10: error: not TOML: Unterminated string`,
  ]);
});

test("a wrong value keeps that key's last good value, and the rest of the file counts", async () => {
  const folder = folderWith('[ui]\ndepth = 3\nlayout = "tree"\n');
  const { config, problems } = await loadConfig(folder, lastGood);
  expect(config["ui.depth"]).toBe("all");
  expect(config["ui.layout"]).toBe("tree");
  expect(problems).toHaveLength(1);
});

test("a key that was taken out of the file has its default again", async () => {
  const { config } = await loadConfig(folderWith(""), lastGood);
  expect(config).toEqual(DEFAULTS);
});

test("a wrong machine keeps what that machine was, and the others are read", async () => {
  const before = {
    ...DEFAULTS,
    "machines.*": { box: { ssh: "old", taw: null }, gone: { ssh: "x", taw: null } },
  };
  const { config } = await loadConfig(folderWith('[machines]\nbox = 3\nnew = "n"\n'), before);
  expect(config["machines.*"]).toEqual({
    box: { ssh: "old", taw: null },
    new: { ssh: "n", taw: null },
  });
});

test("a folder, a circle of links or a file over 256 KiB keeps every last good value and says why", async () => {
  const folder = join(root, "folder");
  mkdirSync(join(folder, "config.toml"), { recursive: true });
  const circle = join(root, "circle");
  mkdirSync(circle);
  symlinkSync("config.toml", join(circle, "config.toml"));
  const large = folderWith(`# ${"x".repeat(1024 * 1024)}\n`);
  const told = [];
  for (const place of [folder, circle, large]) {
    const { config, problems } = await loadConfig(place, lastGood);
    expect(config).toBe(lastGood);
    told.push(problems.map(problemText).join("\n").replace(place, ""));
  }
  expect(told).toEqual([
    `/config.toml: error: cannot read ${folder}/config.toml: it is not an ordinary file`,
    `/config.toml: error: cannot read ${circle}/config.toml: its links go round in a circle`,
    `/config.toml: error: cannot read ${large}/config.toml: it is over 262144 bytes`,
  ]);
});

test("a syntax error has the line and column where it stands", async () => {
  const broken = {
    "a = 1\n[k]\nv = tru\n": 'config.toml:3:5: error: not TOML: Strings must be quoted: "tru"',
    "[ui]\nx = 1\nx = 2\n": "config.toml:3:1: error: not TOML: Cannot redefine key 'x'",
    'x = "\u0007"\n':
      "config.toml:1:6: error: not TOML: Control character must be escaped in a string: (0x07)",
  };
  for (const [toml, told] of Object.entries(broken))
    expect((await read(toml)).problems).toEqual([told]);
});

test("an unknown key or section is a warning that says what was probably meant", async () => {
  const toml =
    '[ui]\nlayot = "flat"\n[toast]\ndelivery = "off"\n[hooks]\n"agent.dun" = "true"\n[zzz]\n';
  expect((await read(toml)).problems).toEqual([
    "config.toml:2:1: warning: unknown key ui.layot is ignored; did you mean ui.layout?",
    "config.toml:3:2: warning: unknown section [toast] is ignored; did you mean [ui.toast]?",
    'config.toml:6:1: warning: [hooks] "agent.dun" never runs: taw fires no event of that name; did you mean "agent.done"?',
    "config.toml:7:2: warning: unknown section [zzz] is ignored",
  ]);
});

test("a wrong type or range is an error at the value", async () => {
  const toml =
    'ui.preview = "yes"\nhooks.timeout_seconds = 3601\nui.mouse_scroll_lines = 0\nkeys = 3\nsessions.project_dirs = ["a", 1]\nui.accent = 2020-01-01\n';
  expect((await read(toml)).problems).toEqual([
    'config.toml:1:14: error: ui.preview is "yes"; it takes true or false',
    "config.toml:2:25: error: hooks.timeout_seconds is 3601; it takes a number from 0 to 3600",
    "config.toml:3:25: error: ui.mouse_scroll_lines is 0; it takes a whole number from 1",
    "config.toml:4:8: error: keys is 3; it takes keys of its own, as [keys]",
    "config.toml:5:31: error: sessions.project_dirs[1] is 1; it takes a text that is not empty",
    'config.toml:6:13: error: ui.accent is a date or time; it takes a color such as "#7aa2f7" or "lightblue"',
  ]);
});

test("a wrong value of a key that does nothing here is only a warning", async () => {
  expect((await read("server.headless_cols = 0\n")).problems).toEqual([
    "config.toml:1:24: warning: server.headless_cols is 0; it takes a whole number from 1 to 65535",
  ]);
});

test("aliases are read as the keys they stand for", async () => {
  const toml = [
    '[ui]\nagent_panel_sort = "priority"\n[ui.sidebar.spaces]\nrow_gap = 2\n[keys]',
    'goto = "ctrl+g"\nworkspace_picker = "ctrl+w"\nnew_workspace = "n"\nrename_workspace = "r"',
    'close_workspace = "x"\nnext_workspace = "j"\nprevious_workspace = "k"\nsettings = "comma"',
    "[advanced]\nscrollback_lines = 9\n",
  ].join("\n");
  const { config, problems } = await read(toml);
  expect(problems).toEqual([]);
  expect(config).toMatchObject({
    "ui.agent_panel_sort": "attention",
    "ui.sidebar.sessions.row_gap": 2,
    "keys.filter": ["ctrl+g", "ctrl+w"],
    "keys.new_session": ["n"],
    "keys.rename": ["r"],
    "keys.close": ["x"],
    "keys.next_session": ["j"],
    "keys.previous_session": ["k"],
    "keys.options": [","],
    "advanced.scrollback_limit_bytes": 9,
  });
  expect((await read('ui.agent_panel_sort = "workspaces"')).config["ui.agent_panel_sort"]).toBe(
    "sessions",
  );
});

test("a key and its alias together: the key counts, whichever comes first, and the alias is told", async () => {
  const told =
    "ui.sidebar.spaces.row_gap is ignored: it is another name of ui.sidebar.sessions.row_gap, which is set too";
  const first = await read("ui.sidebar.sessions.row_gap = 1\nui.sidebar.spaces.row_gap = 2\n");
  const second = await read("ui.sidebar.spaces.row_gap = 2\nui.sidebar.sessions.row_gap = 1\n");
  expect(first.config["ui.sidebar.sessions.row_gap"]).toBe(1);
  expect(second.config["ui.sidebar.sessions.row_gap"]).toBe(1);
  expect(first.problems).toEqual([`config.toml:2:19: warning: ${told}`]);
  expect(second.problems).toEqual([`config.toml:1:19: warning: ${told}`]);
});

test("herdr's old toast switch means delivery = herdr, unless delivery is set", async () => {
  expect((await read("ui.toast.enabled = true")).config["ui.toast.delivery"]).toBe("herdr");
  expect((await read("ui.toast.enabled = false")).config["ui.toast.delivery"]).toBe("off");
  const both = await read('ui.toast.enabled = true\nui.toast.delivery = "system"');
  expect(both.config["ui.toast.delivery"]).toBe("system");
});

test("prefix+… and open_notification_target are refused, and say where to go", async () => {
  const toml =
    '[keys]\ngoto = ["prefix+g", "ctrl+g"]\nsort = "Prefix + s"\nopen_notification_target = "o"\nsplit_vertical = "prefix+v"\n';
  const { config, problems } = await read(toml);
  expect(problems).toEqual([
    'config.toml:2:9: error: keys.goto = "prefix+g" is not bound: the prefix is tmux\'s, so give the key alone, without prefix+',
    'config.toml:3:8: error: keys.sort = "Prefix + s" is not bound: the prefix is tmux\'s, so give the key alone, without prefix+',
    "config.toml:4:1: error: keys.open_notification_target is not accepted: its key is the tmux option @agent-wizard-notification-key, for the popup and outside it",
    'config.toml:5:18: warning: keys.split_vertical = "prefix+v" is not bound: the prefix is tmux\'s, so give the key alone, without prefix+',
  ]);
  expect(config["keys.filter"]).toEqual(["ctrl+g"]);
  expect(config["keys.sort"]).toBeNull();
});

test("a key that does not parse is an error, and an empty text unbinds", async () => {
  const { config, problems } = await read(
    '[keys]\nhelp = "ctrl+foo"\nsort = "1..9"\nchoose = "ctrl+a"\nquit = ""\n',
  );
  expect(problems).toEqual([
    'config.toml:2:8: error: keys.help = "ctrl+foo" is not bound: it is no key',
    'config.toml:3:8: error: keys.sort = "1..9" is not bound: 1..9 is only for actions that take a number',
    'config.toml:4:10: error: keys.choose = "ctrl+a" is not bound: it takes 1..9 or one digit',
  ]);
  expect(config["keys.quit"]).toEqual([]);
  expect(config["keys.help"]).toBeNull();
});

test("1..9 gives an action that takes a number nine keys", async () => {
  const { config } = await read('keys.choose = ["ctrl+1..9", "alt+3"]');
  expect(config["keys.choose"]).toEqual(
    [..."123456789"].map((digit) => `ctrl+${digit}`).concat("alt+3"),
  );
});

test("of two actions with one key the first keeps it and the second is told", async () => {
  const { config, problems } = await read(
    '[keys]\nhelp = "ctrl+g"\nsort = ["CTRL+g", "s"]\nzoom = "ctrl+g"\ndepth = "ctrl+g"\n',
  );
  expect(problems).toEqual([
    'config.toml:3:8: warning: "ctrl+g" stays with keys.help and is not bound to keys.sort',
    'config.toml:5:9: warning: "ctrl+g" stays with keys.help and is not bound to keys.depth',
  ]);
  expect(config["keys.help"]).toEqual(["ctrl+g"]);
  expect(config["keys.sort"]).toEqual(["s"]);
  expect(config["keys.depth"]).toBeNull();
});

test("an event's name has its commands with or without quotes around it", async () => {
  const { config, problems } = await read(
    '[hooks]\nagent.done = "a"\n"tab.created" = ["b", "c"]\npre_close = "d"\ntimeout_seconds = 0\n',
  );
  expect(problems).toEqual([]);
  expect(config["hooks.*"]).toEqual({
    "agent.done": ["a"],
    "tab.created": ["b", "c"],
    pre_close: ["d"],
  });
  expect(config["hooks.timeout_seconds"]).toBe(0);
});

test("a hook for a name that taw never fires is kept, for hooks list, and warned about", async () => {
  const { config, problems } = await read('[hooks]\nagent.finished = "true"\n');
  expect(config["hooks.*"]).toEqual({ "agent.finished": ["true"] });
  expect(problems).toEqual([
    'config.toml:2:7: warning: [hooks] "agent.finished" never runs: taw fires no event of that name',
  ]);
});

test("machines have both forms, and one that could become an ssh option is dropped", async () => {
  const toml =
    '[machines]\nstudio = "ann@studio"\nbad = "-oProxyCommand=x"\n"a b" = "x"\n[machines.box]\nssh = "box"\ntaw = "/opt/bin/taw"\n[machines.none]\ntaw = "x"\n';
  const { config, problems } = await read(toml);
  expect(config["machines.*"]).toEqual({
    studio: { ssh: "ann@studio", taw: null },
    box: { ssh: "box", taw: "/opt/bin/taw" },
  });
  expect(problems).toEqual([
    'config.toml:3:7: error: machines.bad is "-oProxyCommand=x"; it takes an ssh destination such as "ann@studio"',
    'config.toml:4:1: error: "a b" is no name for a machine: give letters, digits, ".", "_" and "-", 64 at most, the first a letter or digit',
    "config.toml:8:11: error: machines.none has no ssh destination",
  ]);
});

test("the same file gives the same answer whatever names it uses", async () => {
  const { config } = await read(
    '[machines]\n"__proto__" = "x"\nconstructor = "y"\n[hooks]\n"__proto__" = "z"\n',
  );
  expect(Object.keys(config["machines.*"])).toEqual(["constructor"]);
  expect(Object.keys(config["hooks.*"])).toEqual(["__proto__"]);
});

test("what a file says is shown without control characters", async () => {
  const { problems } = await read('"a\\u001b[31mb\\u202e" = 1\nui.depth = "\\u0007\\u009b"\n');
  expect(problems.join("").match(/[\p{Cc}\u202e]/u)).toBeNull();
});

test("the cockpit's one row names the file without its folder", async () => {
  const { problems } = await readConfig('[ui]\ncolors = "pink"\n', "/a/long/way/config.toml");
  const [problem] = problems;
  expect(problem && shortProblemText(problem)).toStartWith("config.toml:2:10: error: ui.colors");
});
