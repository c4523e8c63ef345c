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

interface Contenders {
  taw: readonly string[];
  tmux: readonly string[];
  /** Makes what is closed, which stands as `ID` in both, and prints its id; not measured. */
  make?: readonly string[];
}

/** A verb's words, and the tmux command that changes the same. */
const CONTENDERS: Readonly<Record<string, Contenders>> = {
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
  "agent focus": { taw: ["agent", "focus", "%1"], tmux: ["select-window", "-t", "@3"] },
  "workspace focus": { taw: ["workspace", "focus", "$0"], tmux: ["select-window", "-t", "@3"] },
  "pane swap": {
    taw: ["pane", "swap", "--source-pane", "%1", "--target-pane", "%20"],
    tmux: ["swap-pane", "-d", "-s", "%1", "-t", "%20"],
  },
  "pane close": {
    make: ["split-window", "-d", "-t", "%0", "-P", "-F", "#{pane_id}", "cat"],
    taw: ["pane", "close", "ID"],
    tmux: ["kill-pane", "-t", "ID"],
  },
  "tab close": {
    make: ["new-window", "-d", "-P", "-F", "#{window_id}", "cat"],
    taw: ["tab", "close", "ID"],
    tmux: ["kill-window", "-t", "ID"],
  },
  "workspace close": {
    make: ["new-session", "-d", "-P", "-F", "#{session_id}", "cat"],
    taw: ["workspace", "close", "ID"],
    tmux: ["kill-session", "-t", "ID"],
  },
  "workspace rename": {
    taw: ["workspace", "rename", "$0", "one"],
    tmux: ["rename-session", "-t", "$0", "two"],
  },
};

async function compare(server: TmuxServer, name: string): Promise<{ row: Row; samples: Samples }> {
  const { taw = [], tmux = [], make } = CONTENDERS[name] ?? {};
  const time = async (program: string, words: readonly string[]): Promise<number> => {
    const id = make ? await server.tmux(...make) : "";
    const argv = words.map((word) => (word === "ID" ? id : word));
    return timeProcess([program, "-L", server.name, ...argv], server.box.env);
  };
  const samples = await takeTurns(PAIRS, {
    taw: () => time(bin, taw),
    tmux: () => time("tmux", tmux),
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
