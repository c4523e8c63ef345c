import { existsSync, readFileSync, rmSync } from "node:fs";
import type { Aims } from "./kinds.ts";
import { serveSocket } from "../herdr-socket.ts";
import type { HerdrSocket } from "../herdr-socket.ts";
import { tmuxServer } from "../tmux.ts";
import type { TmuxServer } from "../tmux.ts";

/** A tmux server of its own to fuzz on, in which every new pane runs `cat`, and its herdr socket. */
export interface Field {
  readonly server: TmuxServer;
  readonly socket: HerdrSocket;
  /** Takes away what the cases made, so that it does not grow without end, and gives them things to aim at. */
  tidy(): Promise<Aims>;
  /** What a bug left behind, or a name that was run: nothing, when all is well. */
  harm(): string;
  close(): Promise<void>;
}

/** The timers that close idle connections after 5 s, made short. */
const TIMERS = "0.1";

export async function fuzzField(): Promise<Field> {
  const server = await tmuxServer({ conf: "set -g default-command cat\n" });
  const mark = `${server.box.root}/harm`;
  await server.tmux("set-environment", "-g", "TAW_HARM", mark);
  const env = { TAW_HARM: mark, TAW_TEST_TIMERS: TIMERS };
  const socket = await serveSocket(server, env);
  const state = await server.tmux("show-options", "-sv", "@agent_wizard_state");
  const log = `${state}/logs/socket.log`;
  return {
    server,
    socket,
    tidy: () => tidy(server),
    harm: () => {
      const ran = existsSync(mark) ? "a name was run" : "";
      rmSync(mark, { force: true });
      return ran + (existsSync(log) ? readFileSync(log, "utf8").slice(0, 4000) : "");
    },
    close: async () => {
      await socket[Symbol.asyncDispose]();
      await server.close();
    },
  };
}

/** Everything but the first pane goes, which is never aimed at and stays when its program ends. */
async function tidy({ tmux }: TmuxServer): Promise<Aims> {
  await tmux("set-option", "-p", "-t", "%0", "remain-on-exit", "on");
  for (const kill of ["kill-session", "kill-window", "kill-pane"])
    await tmux(kill, "-a", "-t", "%0");
  const made = ["-dP", "-F", "#{session_id} #{window_id} #{pane_id}", "cat"];
  const rows = [
    await tmux("split-window", "-t", "%0", ...made),
    await tmux("new-window", ...made),
    await tmux("new-session", ...made),
  ].map((row) => row.split(" "));
  const [split, window, session] = rows;
  await tmux("split-window", "-d", "-t", window?.[2] ?? "", "cat");
  return {
    pane: rows.map((row) => row[2] ?? ""),
    tab: [window?.[1] ?? "", session?.[1] ?? ""],
    workspace: [session?.[0] ?? split?.[0] ?? ""],
  };
}
