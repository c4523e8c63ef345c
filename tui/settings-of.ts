import type { Config } from "../src/config/schema.ts";
import type { Environment } from "../src/system/env.ts";
import { variable } from "../src/system/env.ts";
import { ACTIONS } from "./keymap.ts";
import type { Icons, Settings } from "./settings.ts";
import type { ColourDepth, PaletteName } from "./view/theme.ts";

const LIGHT_THEME = /light|latte|day|dawn|lotus/;

/** A theme of herdr's is the palette of its brightness; an unknown one leaves the choice open. */
function paletteNamed(theme: string | null): PaletteName | null {
  if (theme === null) return null;
  if (theme === "terminal" || theme === "cb-dark" || theme === "cb-light") return theme;
  return LIGHT_THEME.test(theme) ? "light" : "dark";
}

/**
 * How many colours this terminal has (cockpit.md §7): NO_COLOR, the config, COLORTERM, TERM. A wrong guess costs
 * little, since each table is as readable as the next.
 */
export function colourDepth(chosen: Config["ui.colors"], environment: Environment): ColourDepth {
  if (variable(environment, "NO_COLOR") !== null) return "mono";
  if (chosen !== "auto") return chosen;
  const colorterm = variable(environment, "COLORTERM") ?? "";
  const term = variable(environment, "TERM") ?? "";
  if (/^(truecolor|24bit)$/i.test(colorterm)) return "truecolor";
  if (term === "" || term === "dumb") return "mono";
  const isMultiplexed = variable(environment, "TMUX") !== null;
  return /256color|direct/.test(term) || isMultiplexed ? "256" : "16";
}

/** `15;0` or `0;default;15`: the last number is the background's index; 7 and 9 to 15 are the light ones. */
function backgroundOf(colorfgbg: string): Settings["guessed"] {
  const last = /;(\d{1,2})$/.exec(colorfgbg)?.[1];
  if (last === undefined) return null;
  const index = Number(last);
  return index === 7 || index > 8 ? "light" : "dark";
}

function iconsOf(config: Config): Icons {
  if (config["ui.icons"] === "ascii") return "ascii";
  return config["ui.status_indicators"] === "dots" ? "dots" : "unicode";
}

function boundKeys(config: Config): Record<string, readonly string[]> {
  const entries = new Map<string, unknown>(Object.entries(config));
  const keys: Record<string, readonly string[]> = {};
  for (const action of ACTIONS) {
    const bound = entries.get(`keys.${action}`);
    if (Array.isArray(bound)) keys[action] = bound.filter((key) => typeof key === "string");
  }
  return keys;
}

/** config.toml, the terminal and `--theme` as the cockpit's settings. */
export function settingsOf(
  config: Config,
  environment: Environment,
  theme: string | null,
): Settings {
  const auto = config["theme.auto_switch"] === true && theme === null;
  const named = theme ?? (auto ? null : config["theme.name"]);
  const palette = paletteNamed(named);
  return {
    preset: config["keys.preset"],
    keys: boundKeys(config),
    depth: config["ui.depth"],
    layout: config["ui.layout"],
    sort: config["ui.agent_panel_sort"],
    preview: config["ui.preview"],
    showGit: config["ui.show_git"],
    projectsInFilter: config["ui.projects_in_filter"],
    icons: iconsOf(config),
    motion: config["ui.motion"],
    mouse: config["ui.mouse_capture"],
    colours: colourDepth(config["ui.colors"], environment),
    palette,
    guessed: backgroundOf(variable(environment, "COLORFGBG") ?? ""),
    terminal: variable(environment, "TMUX") === null ? (variable(environment, "TERM") ?? "") : "",
    colourBlind: config["theme.name"]?.startsWith("cb-") === true,
  };
}
