import { bin } from "../support/taw.ts";
import { tmuxServer } from "../support/tmux.ts";
import type { TmuxServer } from "../support/tmux.ts";
import { atMost, floor } from "./bench.ts";
import type { Bench, Outcome, Row } from "./bench.ts";
import { median, takeTurns, timeProcess } from "./measure.ts";
import type { Samples } from "./measure.ts";

const PANES = 20;
const PAIRS = 40;
const BAR = 6;

/** A verb's words, and the tmux command that changes the same. */
const CONTENDERS: Readonly<Record<string, { taw: string[]; tmux: string[] }>> = {
  "tab rename": { taw: ["tab", "rename", "@1", "one"], tmux: ["rename-window", "-t", "@1", "two"] },
  "pane rename": {
    taw: ["pane", "rename", "%1", "one"],
    tmux: ["set-option", "-p", "-t", "%1", "@two", "two"],
  },
  "pane zoom": { taw: ["pane", "zoom", "%1"], tmux: ["resize-pane", "-Z", "-t", "%1"] },
  "pane focus": { taw: ["pane", "focus", "%2"], tmux: ["select-window", "-t", "@3"] },
  "tab focus": { taw: ["tab", "focus", "@2"], tmux: ["select-window", "-t", "@3"] },
  "agent rename": {
    taw: ["agent", "rename", "%1", "one"],
    tmux: ["set-option", "-p", "-t", "%1", "@two", "two"],
  },
  "workspace rename": {
    taw: ["workspace", "rename", "$0", "one"],
    tmux: ["rename-session", "-t", "$0", "two"],
  },
};

async function compare(server: TmuxServer, name: string): Promise<{ row: Row; samples: Samples }> {
  const { taw = [], tmux = [] } = CONTENDERS[name] ?? {};
  const socket = ["-L", server.name];
  const env = server.box.env;
  const samples = await takeTurns(PAIRS, {
    taw: () => timeProcess([bin, ...socket, ...taw], env),
    tmux: () => timeProcess(["tmux", ...socket, ...tmux], env),
  });
  const ratio = median(samples.taw) / median(samples.tmux);
  return {
    row: atMost(`taw ${name} / tmux ${tmux[0]}, ${PANES} panes`, ratio, BAR, "×"),
    samples: samples.taw,
  };
}

export const changes: Bench = {
  name: "changes",
  about: `verbs that change one thing against the bare tmux command, ${PAIRS} pairs each`,
  async run(): Promise<Outcome> {
    await using server = await tmuxServer();
    for (let made = 1; made < PANES; made++) await server.pane();
    await server.tmux("split-window", "-d", "-t", "%1", "cat");
    await server.tmux("set-option", "-p", "-t", "%1", "@agent_kind", "claude");
    await server.taw("tmux", "load");
    const outcome: Outcome = { rows: [], samples: {} };
    for (const name of Object.keys(CONTENDERS)) {
      const { row, samples } = await compare(server, name);
      outcome.rows.push(row, floor(`  taw ${name}`, median(samples), "ms"));
      outcome.samples[name] = samples;
    }
    return outcome;
  },
};
