import type { Brightness } from "../src/store/cockpit.ts";
import type { ColourDepth, PaletteName } from "./view/theme.ts";

export type Preset = "modal" | "search";
export type Depth = "sessions" | "agents" | "all";
export type Layout = "tree" | "flat";
export type Sort = "attention" | "sessions";
export type Icons = "unicode" | "ascii" | "dots";
export type Motion = "change" | "none" | "full";

/** What config.toml and the terminal say about the cockpit, fixed for one run. */
export type Settings = {
  readonly preset: Preset;
  /** `[keys]`: action → keys; an empty list unbinds. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  readonly depth: Depth;
  readonly layout: Layout;
  readonly sort: Sort;
  readonly preview: boolean;
  readonly showGit: boolean;
  /** Folders that a workspace can be opened in stand under what the filter finds. */
  readonly projectsInFilter: boolean;
  readonly icons: Icons;
  readonly motion: Motion;
  readonly mouse: boolean;
  readonly colours: ColourDepth;
  /** Chosen by the user; null leaves it to what the terminal is found to be. */
  readonly palette: PaletteName | null;
  readonly colourBlind: boolean;
  /** What COLORFGBG says of the background, where nothing better is known. */
  readonly guessed: Brightness | null;
  /** `$TERM` of the terminal itself; empty inside tmux, where the feed names it. */
  readonly terminal: string;
};
