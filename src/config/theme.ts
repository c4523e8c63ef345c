import { quoted } from "../core/inert.ts";
import { pathText, text, wrongValue } from "./kinds.ts";
import type { Kind } from "./kinds.ts";

/** The cockpit's own palettes, then herdr's themes as its config spells them (reference/herdr/keys-config.md §4). */
const THEMES =
  "dark light cb-dark cb-light catppuccin catppuccin-latte terminal tokyo-night tokyo-night-day dracula nord gruvbox gruvbox-light one-dark one-light solarized solarized-light kanagawa kanagawa-lotus rose-pine rose-pine-dawn vesper".split(
    " ",
  );

const SPELLINGS: Readonly<Record<string, string>> = {
  "catppuccin-mocha": "catppuccin",
  latte: "catppuccin-latte",
  tokyonight: "tokyo-night",
  "tokyo-day": "tokyo-night-day",
  "tokyonight-day": "tokyo-night-day",
  "gruvbox-dark": "gruvbox",
  onedark: "one-dark",
  onelight: "one-light",
  "solarized-dark": "solarized",
  lotus: "kanagawa-lotus",
  rosepine: "rose-pine",
  "rosepine-dawn": "rose-pine-dawn",
  dawn: "rose-pine-dawn",
};

/** Any case; a space and `_` count as `-`. An unknown name is a warning, and the default stays. */
export const themeName: Kind<string> = {
  takes: "the name of a theme",
  json: text.json,
  read(value, path, report) {
    if (typeof value !== "string")
      return report.error(path, wrongValue(path, value, themeName.takes));
    const name = value.trim().toLowerCase().replaceAll(/[ _]/g, "-");
    const theme = THEMES.find((known) => known === (SPELLINGS[name] ?? name));
    if (theme === undefined) {
      report.warn(path, `${pathText(path)}: there is no theme ${quoted(value)}`, "value");
    }
    return theme;
  },
};

export const THEME_COLORS =
  "accent panel_bg sidebar_bg active_row_bg selection_bg surface0 surface1 surface_dim overlay0 overlay1 text subtext0 mauve green yellow red blue teal peach".split(
    " ",
  );
