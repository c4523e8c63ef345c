import { join } from "node:path";
import { rowFormat, paneFormats, tabFormats, workspaceFormats } from "../../src/tmux/formats.ts";
import { bin } from "../support/taw.ts";
import { tmuxServer } from "../support/tmux.ts";
import { atMost, floor } from "./bench.ts";
import type { Bench, Outcome, Row } from "./bench.ts";
import { median, takeTurns, timeProcess } from "./measure.ts";
import type { Samples } from "./measure.ts";

const PAIRS = 50;

/** Every field of a World, each asked for each pane, as a plain list gives them. */
const FIELDS = [
  rowFormat("P", paneFormats),
  ...Object.values(tabFormats),
  ...Object.values(workspaceFormats),
].join("\t");

async function withPanes(
  count: number,
  bar: number,
): Promise<{ rows: Row[]; samples: Record<string, Samples> }> {
  await using server = await tmuxServer();
  for (let made = 1; made < count; made++) await server.pane();
  await server.taw("tmux", "load");
  const env = server.box.env;
  const empty = join(server.box.root, "empty.js");
  await Bun.write(empty, "");
  const socket = ["-L", server.name];
  const samples = await takeTurns(PAIRS, {
    taw: () => timeProcess([bin, ...socket, "agent", "list"], env),
    tmux: () => timeProcess(["tmux", "-u", ...socket, "list-panes", "-a", "-F", FIELDS], env),
    call: () => timeProcess(["tmux", ...socket, "display-message", "-p", "x"], env),
    bun: () => timeProcess([process.execPath, "--no-env-file", "--config=/dev/null", empty], env),
  });
  const ratio = median(samples.taw) / median(samples.tmux);
  return {
    rows: [
      atMost(`taw agent list / tmux list-panes -a -F, ${count} panes`, ratio, bar, "×"),
      floor(`  taw agent list, ${count} panes`, median(samples.taw), "ms"),
      floor(`  tmux list-panes with as many fields`, median(samples.tmux), "ms"),
      floor("  one tmux call", median(samples.call), "ms"),
      floor("  one empty Bun start", median(samples.bun), "ms"),
    ],
    samples: Object.fromEntries(
      Object.entries(samples).map(([name, values]) => [`${name} ${count} panes`, values]),
    ),
  };
}

export const agentList: Bench = {
  name: "agent-list",
  about: `taw agent list against one tmux list-panes with as many fields, ${PAIRS} pairs`,
  async run(): Promise<Outcome> {
    const few = await withPanes(20, 5);
    const many = await withPanes(200, 3);
    return { rows: [...few.rows, ...many.rows], samples: { ...few.samples, ...many.samples } };
  },
};
