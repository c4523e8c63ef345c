import type { FeedTmux } from "../remote/feed/protocol.ts";
import type { Brightness } from "../src/store/cockpit.ts";
import type { Model } from "./model.ts";
import type { Settings } from "./settings.ts";
import type { PaletteName } from "./view/theme.ts";

/** The palette for a background; an unknown one gets the colours that are right on both. */
export function paletteOf(settings: Settings, mode: Brightness | null): PaletteName {
  if (mode === null) return "terminal";
  return settings.colourBlind ? `cb-${mode}` : mode;
}

/** The model in the colours of the first that knows: the user, the terminal, tmux, COLORFGBG, an earlier cockpit. */
export function withPalette(model: Model): Model {
  const { settings } = model;
  return { ...model, palette: settings.palette ?? paletteOf(settings, brightnessOf(model)) };
}

/** Light or dark in the order of cockpit.md §7; null where nobody knows, which is never taken for dark. */
function brightnessOf(model: Model): Brightness | null {
  const { background, settings, themes } = model;
  const tmux = tmuxOf(model);
  const terminal = tmux === null ? settings.terminal : tmux.term;
  return background ?? toldBy(tmux) ?? settings.guessed ?? themes.get(terminal) ?? null;
}

/** In a terminal of its own the cockpit is on no client of tmux, so tmux's clients say nothing about it. */
function tmuxOf({ home, machine }: Model): FeedTmux | null {
  return home.kind === "terminal" ? null : (machine.hello?.tmux ?? null);
}

/** What tmux knows of the person's terminal, the user's own word first. */
export function toldBy(tmux: FeedTmux | null): Brightness | null {
  if (tmux === null) return null;
  const { theme_option: option, theme } = tmux;
  if (option === "dark" || option === "light") return option;
  return theme === "" ? null : theme;
}
