import type { TmuxServer } from "./tmux.ts";
import { tmuxServer } from "./tmux.ts";
import { until } from "./until.ts";

/** A person's client of a test's server inside another tmux, whose grid tells what the person sees. */
export interface Seat {
  /** Presses keys by tmux's names. */
  keys(...names: string[]): Promise<string>;
  /** Types a text as it is. */
  type(text: string): Promise<string>;
  /** What is on the person's screen. */
  screen(): Promise<string>;
  /** Waits until it shows that. */
  shows(text: string): Promise<string>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Attaches to the session `main`, and waits until tmux lists the client. */
export async function takeSeat(server: TmuxServer): Promise<Seat> {
  const terminal = await tmuxServer({ conf: "set -g prefix C-q\nset -g escape-time 10" });
  const folder = `TMUX_TMPDIR=${server.box.env["TMUX_TMPDIR"]}`;
  const attach = ["tmux", "-L", server.name, "attach", "-t", "=main"];
  const pane = await terminal.pane("env", "-u", "TMUX", "-u", "TMUX_PANE", folder, ...attach);
  await until("a client is attached", () => server.tmux("list-clients"));
  const screen = () => terminal.paneText(pane);
  const close = () => terminal.close();
  return {
    keys: (...names) => terminal.tmux("send-keys", "-t", pane, ...names),
    type: (text) => terminal.tmux("send-keys", "-t", pane, "-l", text),
    screen,
    shows: (text) => until(`the terminal shows ${text}`, screen, (drawn) => drawn.includes(text)),
    close,
    [Symbol.asyncDispose]: close,
  };
}
