import type { MouseEvent } from "@opentui/core";
import { CliRenderer } from "@opentui/core";
import type { Environment } from "../../src/system/env.ts";
import type { Msg } from "../msg.ts";
import type { Settings } from "../settings.ts";
import { pressOf } from "./press.ts";
import type { Frame } from "./spans.ts";
import { Surface } from "./surface.ts";
import type { Theme } from "./theme.ts";

/** What a person did at the terminal, before the clock is put on it. */
export type Input = WithoutTime<
  Extract<Msg, { type: "key" | "paste" | "mouse" | "resize" | "focus" | "background" }>
>;
type WithoutTime<T> = T extends unknown ? Omit<T, "at"> : never;

/** The terminal while the cockpit has it. */
export interface Screen {
  readonly columns: number;
  readonly rows: number;
  draw(frame: Frame, theme: Theme): void;
  /** Writes the whole screen again. */
  redraw(): void;
  /** Gives the terminal to `work` and takes it back. */
  handOver(work: () => Promise<number>): Promise<number>;
  /** Puts the terminal back as it was; settles once that is written. */
  close(): Promise<void>;
}

export interface ScreenEvents {
  onInput(input: Input): void;
  /** The terminal or the renderer has failed; the screen is to be closed. */
  onError(error: unknown): void;
  /** The terminal is gone. */
  onGone(): void;
}

const CLOSE_MS = 500;
const RESIZE_MS = 50;
/** A terminal that tells its background does so within this time; inside tmux the feed tells it. */
const THEME_MS = 200;
const BUTTONS = ["left", "middle", "right"] as const;

/** Takes the terminal over: alternate screen, raw keys, mouse unless the user wants it left alone. */
export async function openScreen(
  settings: Settings,
  environment: Environment,
  events: ScreenEvents,
): Promise<Screen> {
  const { columns, rows } = process.stdout;
  const renderer = new CliRenderer(process.stdin, process.stdout, columns || 80, rows || 24, {
    exitOnCtrlC: false,
    exitSignals: [],
    consoleMode: "disabled",
    openConsoleOnError: false,
    useMouse: settings.mouse,
    enableMouseMovement: false,
    autoFocus: false,
    debounceDelay: RESIZE_MS,
    targetFps: 60,
    maxFps: 120,
    environment: announced(settings, environment),
  });
  const surface = new Surface(renderer);
  renderer.root.add(surface);
  // It reads keys from its making on, and those that nobody listens for are lost.
  listen(renderer, surface, events);
  try {
    await renderer.setupTerminal();
  } catch (error) {
    await close(renderer);
    throw error;
  }
  return {
    columns: renderer.width,
    rows: renderer.height,
    draw: (frame, theme) => {
      renderer.setCursorPosition(frame.cursor.x + 1, frame.cursor.y + 1, frame.cursor.shown);
      surface.show(frame, theme);
    },
    redraw: () => void repaint(renderer),
    handOver: (work) => handOver(renderer, work),
    close: () => close(renderer),
  };
}

/** The renderer maps true colours to the nearest index unless they are announced. */
function announced(settings: Settings, environment: Environment): Environment {
  return settings.colours === "truecolor"
    ? { ...environment, COLORTERM: "truecolor" }
    : environment;
}

/** The renderer logs what a handler throws and goes on: a bug must end the program instead. */
function guard<Args extends unknown[]>(
  events: ScreenEvents,
  handler: (...args: Args) => void,
): (...args: Args) => void {
  return (...args) => {
    try {
      handler(...args);
    } catch (error) {
      events.onError(error);
    }
  };
}

function listen(renderer: CliRenderer, surface: Surface, events: ScreenEvents): void {
  const on = guard(events, (input: Input) => events.onInput(input));
  renderer.keyInput.on("keypress", (key) => {
    const press = pressOf(key);
    if (press !== null) on({ type: "key", ...press });
  });
  renderer.keyInput.on("paste", (paste) => {
    on({ type: "paste", text: new TextDecoder().decode(paste.bytes) });
  });
  surface.onMouse = (event) => {
    const input = mouseInput(event);
    if (input !== null) on(input);
  };
  renderer.on("resize", (columns: number, rows: number) => on({ type: "resize", columns, rows }));
  renderer.on("focus", () => on({ type: "focus", isFocused: true }));
  renderer.on("blur", () => on({ type: "focus", isFocused: false }));
  renderer.on("theme_mode", (mode: string) => {
    if (mode === "dark" || mode === "light") on({ type: "background", mode });
  });
  void renderer.waitForThemeMode(THEME_MS).then((mode) => {
    if (mode !== null) on({ type: "background", mode });
  });
  renderer.on("render:error", ({ error }: { error: unknown }) => events.onError(error));
  renderer.stdin.on("end", () => events.onGone());
  renderer.stdin.on("close", () => events.onGone());
}

function mouseInput({ type, button, x, y, scroll }: MouseEvent): Input | null {
  const which = BUTTONS[button] ?? "left";
  if (type === "scroll") {
    if (scroll?.direction !== "up" && scroll?.direction !== "down") return null;
    return { type: "mouse", event: `wheel-${scroll.direction}`, button: which, x, y };
  }
  if (type === "drag-end") return { type: "mouse", event: "up", button: which, x, y };
  if (type === "down" || type === "up" || type === "drag")
    return { type: "mouse", event: type, button: which, x, y };
  return null;
}

async function repaint(renderer: CliRenderer): Promise<void> {
  await renderer.suspend();
  await renderer.resume();
}

async function handOver(renderer: CliRenderer, work: () => Promise<number>): Promise<number> {
  await renderer.suspend();
  try {
    return await work();
  } finally {
    await renderer.resume();
  }
}

async function close(renderer: CliRenderer): Promise<void> {
  bearRefusal(renderer.stdin);
  renderer.destroy();
  await Promise.race([renderer.closed, Bun.sleep(CLOSE_MS)]);
}

/**
 * A shell that has taken its terminal back, because what started us was killed, has set the mode that it wants: the
 * terminal refuses ours then, and the renderer would print that refusal with its stack over the shell's prompt.
 */
function bearRefusal(stdin: CliRenderer["stdin"]): void {
  const setRawMode = stdin.setRawMode?.bind(stdin);
  if (setRawMode === undefined) return;
  stdin.setRawMode = (isRaw) => {
    try {
      return setRawMode(isRaw);
    } catch (error) {
      if (isTerminalRefusal(error)) return stdin;
      throw error;
    }
  };
}

const isTerminalRefusal = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith("setRawMode failed");
