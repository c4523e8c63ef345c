import { expect, test } from "bun:test";
import { readConfig } from "../../../src/config/load.ts";
import type { Settings } from "../../../tui/settings.ts";
import { colourDepth, settingsOf } from "../../../tui/settings-of.ts";

async function settings(toml: string, theme: string | null = null): Promise<Settings> {
  const { config } = await readConfig(toml, "config.toml");
  return settingsOf(config, { TERM: "xterm-256color" }, theme);
}

test("config.toml decides keys, depth, layout, order and looks", async () => {
  const read = await settings(
    '[ui]\ndepth = "all"\nlayout = "flat"\npreview = false\nshow_git = false\nagent_panel_sort = "workspaces"\nicons = "ascii"\nmouse_capture = false\n[keys]\npreset = "search"\ngoto = "ctrl+f"\nclose = ""\n',
  );
  expect(read).toMatchObject({
    depth: "all",
    layout: "flat",
    preview: false,
    showGit: false,
    sort: "sessions",
    icons: "ascii",
    mouse: false,
    preset: "search",
    keys: { filter: ["ctrl+f"], close: [] },
  });
  expect(await settings("")).toMatchObject({
    depth: "agents",
    preset: "modal",
    keys: {},
    palette: null,
  });
});

test("a theme is the palette of its brightness, and --theme comes first", async () => {
  expect((await settings('[theme]\nname = "catppuccin-latte"\n')).palette).toBe("light");
  expect((await settings('[theme]\nname = "nord"\n')).palette).toBe("dark");
  expect((await settings('[theme]\nname = "nord"\n', "cb-light")).palette).toBe("cb-light");
  expect((await settings('[theme]\nname = "nord"\nauto_switch = true\n')).palette).toBeNull();
});

test("how many colours: NO_COLOR, the config, COLORTERM, TERM", () => {
  expect(colourDepth("truecolor", { NO_COLOR: "1", COLORTERM: "truecolor" })).toBe("mono");
  expect(colourDepth("auto", { NO_COLOR: "", COLORTERM: "truecolor", TERM: "xterm" })).toBe(
    "truecolor",
  );
  expect(colourDepth("256", { COLORTERM: "truecolor" })).toBe("256");
  expect(colourDepth("auto", { TERM: "xterm-256color" })).toBe("256");
  expect(colourDepth("auto", { TERM: "screen", TMUX: "/s,1,0" })).toBe("256");
  expect(colourDepth("auto", { TERM: "xterm" })).toBe("16");
  expect(colourDepth("auto", { TERM: "dumb" })).toBe("mono");
});

test("COLORFGBG names the background by its last number", async () => {
  const { config } = await readConfig("", "config.toml");
  const guessed = (COLORFGBG: string) => settingsOf(config, { COLORFGBG }, null).guessed;
  expect(["15;0", "0;15", "0;default;7", "x", ""].map(guessed)).toEqual([
    "dark",
    "light",
    "light",
    null,
    null,
  ]);
});
