import type { FeedLine } from "../remote/feed/protocol.ts";
import type { Brightness } from "../src/store/cockpit.ts";
import type { Fact } from "../src/store/memory.ts";
import type { FolderList } from "./folders.ts";
import type { Recall } from "./recall.ts";

/** A key in the spelling of `keymap.ts` (`j`, `C-d`, `S-Tab`); `typed` is the text it writes into a field. */
export type KeyPress = { readonly key: string; readonly typed: string };

export type MouseMsg = {
  readonly type: "mouse";
  readonly at: number;
  readonly event: "down" | "up" | "drag" | "wheel-up" | "wheel-down";
  readonly button: "left" | "middle" | "right";
  readonly x: number;
  readonly y: number;
};

/** Timers that the model asks for; each is at most once under way. */
export type TimerName =
  | "hold"
  | "unanswered"
  | "note"
  | "minute"
  | "preview"
  | "reading"
  | "pulse"
  | "spinner"
  | "motion";

/** What happened. `at` is the app's monotonic clock, milliseconds. */
export type Msg =
  | ({ readonly type: "key"; readonly at: number } & KeyPress)
  | { readonly type: "paste"; readonly at: number; readonly text: string }
  | MouseMsg
  | {
      readonly type: "resize";
      readonly at: number;
      readonly columns: number;
      readonly rows: number;
    }
  | { readonly type: "feed"; readonly at: number; readonly line: FeedLine }
  | { readonly type: "feed-bad"; readonly at: number }
  | { readonly type: "feed-ended"; readonly at: number; readonly problem: string }
  | { readonly type: "timer"; readonly at: number; readonly name: TimerName }
  | { readonly type: "focus"; readonly at: number; readonly isFocused: boolean }
  | { readonly type: "background"; readonly at: number; readonly mode: Brightness }
  | { readonly type: "recalled"; readonly at: number; readonly recall: Recall }
  /** Something could not be remembered; told once. */
  | { readonly type: "forgotten"; readonly at: number; readonly problem: string }
  /** What `pane read` printed; null when it could not read it. */
  | {
      readonly type: "pane-read";
      readonly at: number;
      readonly pane: string;
      readonly text: string | null;
    }
  /** What `session folders` told. */
  | { readonly type: "folders"; readonly at: number; readonly list: FolderList }
  /** `session open` has ended; `problem` is empty when it worked. */
  | {
      readonly type: "opened";
      readonly at: number;
      readonly opened: OpenedFolder | null;
      readonly problem: string;
      readonly cameBack: boolean;
    }
  /** C-z found no shell to go back to. */
  | { readonly type: "not-stopped"; readonly at: number }
  /** A verb that Enter ran has ended; `problem` is empty when it worked. */
  | {
      readonly type: "went";
      readonly at: number;
      readonly target: string;
      readonly problem: string;
      /** The screen was handed over to tmux and is ours again. */
      readonly cameBack: boolean;
    };

/** The workspace that a folder was opened in. */
export type OpenedFolder = {
  readonly session: string;
  readonly isCreated: boolean;
  /** Why it did not get the shorter name; empty when it did. */
  readonly collision: string;
};

/** What to do about it; `run.ts` does it. */
export type Cmd =
  | { readonly type: "quit" }
  | { readonly type: "timer"; readonly name: TimerName; readonly afterMs: number }
  | { readonly type: "stop-timer"; readonly name: TimerName }
  | { readonly type: "watch"; readonly pane: string; readonly history: number }
  /** Read a pane's screen by the verb, for a feed that does not know `watch`. */
  | { readonly type: "read-pane"; readonly pane: string }
  /** Go to a pane or workspace of that tmux server. */
  | { readonly type: "go"; readonly target: string; readonly server: string }
  /** Ask for the folders that a workspace can be opened in: the known ones, or those in a typed folder. */
  | { readonly type: "list-folders"; readonly within: string | null }
  /** Open the workspace of a folder and go there; `attaches` hands this terminal over to it. */
  | { readonly type: "open-folder"; readonly path: string; readonly attaches: boolean }
  | { readonly type: "remember"; readonly fact: Fact }
  | { readonly type: "restart-feed" }
  | { readonly type: "redraw" }
  /** Stop as C-z does, and draw again when the shell continues us. */
  | { readonly type: "suspend" };
