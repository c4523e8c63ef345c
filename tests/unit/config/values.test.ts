import { expect, test } from "bun:test";
import { problemText, readConfig } from "../../../src/config/load.ts";

async function read(toml: string) {
  const { config, problems } = await readConfig(toml, "c");
  return { config, problems: problems.map((problem) => problemText(problem).slice(2)) };
}

const told = async (toml: string): Promise<string[]> => (await read(toml)).problems;

test("a window title takes five tokens and doubled braces", async () => {
  const known = "it takes {hostname}, {workspace}, {tab}, {pane}, {terminal_title}";
  expect(await told('ui.window_title = "{tab} {{x}} {pane}"')).toEqual([]);
  expect(await told('ui.window_title = "{tabs}"')).toEqual([
    `1:19: warning: ui.window_title has the unknown token {tabs}; ${known}`,
  ]);
  for (const title of ["{tab", "tab}", "{a{tab}"]) {
    expect(await told(`ui.window_title = "${title}"`)).toHaveLength(1);
  }
});

test("the right of the tab bar takes entries of five types, 16 at most", async () => {
  expect(
    await told(
      'ui.tab_bar_right = [{ type = "clock" }, { text = "x" }, { type = "text", format = "y" }, { type = "command", interval_seconds = 0 }]',
    ),
  ).toEqual([
    '1:30: warning: ui.tab_bar_right[0].type is "clock"; it takes "zoom", "hostname", "datetime", "text" or "command"',
    "1:41: warning: ui.tab_bar_right[1] has no type",
    "1:74: warning: unknown key ui.tab_bar_right[2].format is ignored; known here are type or text",
    "1:129: warning: ui.tab_bar_right[3].interval_seconds is 0; it takes a whole number from 1 to 31536000",
  ]);
});

test("a theme may be spelled with spaces and capitals, and an unknown one is a warning", async () => {
  expect((await read('theme.name = "Tokyo_Night Day"')).config["theme.name"]).toBe(
    "tokyo-night-day",
  );
  expect((await read('theme.name = "latte"')).config["theme.name"]).toBe("catppuccin-latte");
  const { config, problems } = await read('theme.name = "neon"');
  expect(config["theme.name"]).toBeNull();
  expect(problems).toEqual(['1:14: warning: theme.name: there is no theme "neon"']);
});

test("a colour is hexadecimal, rgb() or a name", async () => {
  for (const good of ["#abc", "#A1b2C3", "rgb(1, 2, 3)", "LightBlue", "none"]) {
    expect(await told(`ui.accent = "${good}"`)).toEqual([]);
  }
  for (const bad of ["#abcd", "rgb(1,2)", "pinkish", ""]) {
    expect(await told(`ui.accent = "${bad}"`)).toHaveLength(1);
  }
});

test("a command on a key has a key and a command, and a size only as a popup", async () => {
  const toml =
    '[[keys.command]]\nkey = "f5"\ncommand = "make"\nwidth = "101%"\n[[keys.command]]\nkey = "f6"\ntype = "popup"\nwidth = "100%"\n';
  expect(await told(toml)).toEqual([
    '4:1: warning: keys.command[0].width is for type = "popup" only',
    '4:9: warning: keys.command[0].width is "101%"; it takes a whole number from 0 to 65535, or a percentage such as "80%"',
    "5:8: warning: keys.command[1] has no command",
  ]);
});

test("the modifiers of indexed keys are words, and shift is refused for the mouse", async () => {
  expect(await told('keys.indexed.tabs = "ctrl+x"')).toHaveLength(1);
  expect(await told('ui.right_click_passthrough_modifier = "ctrl+shift"')).toHaveLength(1);
  expect(await told('ui.right_click_passthrough_modifier = "off"')).toEqual([]);
});

test("a least width over the greatest is told, and both have their defaults", async () => {
  const { config, problems } = await read("ui.sidebar_min_width = 40\n");
  expect(config["ui.sidebar_min_width"]).toBe(18);
  expect(problems).toEqual([
    "1:24: warning: ui.sidebar_min_width is 40 and ui.sidebar_max_width is 36: both are ignored",
  ]);
});

test("a version, an address and a profile have their forms", async () => {
  const good =
    'plugins.compat_herdr_version = "0.9.3"\ndetection.catalog_url = "https://example.org/index.toml"\nsandbox.agents.claude = "max"\n';
  expect(await told(good)).toEqual([]);
  expect(await told('plugins.compat_herdr_version = "0.9"')).toHaveLength(1);
  expect(await told('detection.catalog_url = "http://example.org"')).toHaveLength(1);
  expect(await told('sandbox.agents.claude = "../x"')).toHaveLength(1);
});
