import { bin } from "../support/taw.ts";
import { receiver } from "../support/receiver.ts";
import { tmuxServer } from "../support/tmux.ts";
import { atMost, floor } from "./bench.ts";
import type { Bench, Outcome, Row } from "./bench.ts";
import { median, takeTurns, timeProcess } from "./measure.ts";
import type { Samples } from "./measure.ts";

const PAIRS = 50;
const PANES = 20;
const BAR = 6;
const TEXT = "a line of text that somebody types";

const row = (what: string, mine: Samples, bare: Samples): Row =>
  atMost(`taw pane ${what} / tmux send-keys`, median(mine) / median(bare), BAR, "×");

/** The verbs that type, against tmux's own command for the same, on a server that taw is loaded into. */
export const typing: Bench = {
  name: "typing",
  about: `pane send-text, send-keys and run against tmux send-keys, ${PANES} panes, ${PAIRS} pairs`,
  async run(): Promise<Outcome> {
    await using server = await tmuxServer();
    for (let made = 2; made < PANES; made += 1) await server.pane();
    const { pane } = await receiver(server);
    await server.taw("tmux", "load");
    const { env } = server.box;
    const socket = ["-L", server.name];
    const verb = (...words: string[]) => timeProcess([bin, ...socket, "pane", ...words], env);
    const send = (...words: string[]) =>
      timeProcess(["tmux", ...socket, "send-keys", "-t", pane, ...words], env);
    const samples = await takeTurns(PAIRS, {
      text: () => verb("send-text", pane, TEXT),
      bareText: () => send("-l", "--", TEXT),
      keys: () => verb("send-keys", pane, "ctrl+c", "up"),
      bareKeys: () => send("C-c", "Up"),
      run: () => verb("run", pane, TEXT),
      bareRun: () => send("-l", "--", TEXT, ";", "send-keys", "-t", pane, "Enter"),
    });
    return {
      rows: [
        row("send-text", samples.text, samples.bareText),
        row("send-keys", samples.keys, samples.bareKeys),
        row("run", samples.run, samples.bareRun),
        floor("  taw pane send-text", median(samples.text), "ms"),
        floor("  tmux send-keys -l", median(samples.bareText), "ms"),
      ],
      samples,
    };
  },
};
