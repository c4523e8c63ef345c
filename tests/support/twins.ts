import { expect } from "bun:test";
import type { Event, EventName } from "../../src/core/events.ts";
import { countingTmux } from "./counting-tmux.ts";
import { listen } from "./listener.ts";
import { loadInto, recorder } from "./loaded.ts";
import { taw } from "./taw.ts";
import { tmuxServer } from "./tmux.ts";
import type { TmuxServer } from "./tmux.ts";
import { until } from "./until.ts";

/** Two servers that are made the same, but that on the second one every verb has to look before it changes something. */
export interface Twins extends AsyncDisposable {
  readonly servers: readonly TmuxServer[];
  /** One tmux command on both. */
  tmux(...argv: string[]): Promise<void>;
  /** Runs a verb on both, expects the same of it in every respect, and gives how often the first one called tmux. */
  callsOf(...words: string[]): Promise<number>;
}

/** What a test can see of a server that a verb may have changed. */
const STATE = [
  ["list-windows", "-a", "-F", "#{session_id} #{window_id} #{window_flags} #{window_name}"],
  [
    "list-panes",
    "-a",
    "-F",
    "#{pane_id} #{pane_active} #{@agent_name} #{@agent_label} #{window_layout}",
  ],
  ["list-clients", "-F", "#{session_id} #{window_id} #{pane_id}"],
  ["display-message", "-p", "#{s/.* //:@agent_wizard_front}"],
];

/** What runs in a pane and how its tab is called depends on no shell's start. */
const CONF = "set -g default-command 'exec cat'\nset -g automatic-rename off\n";

async function twin(looksFirst: boolean) {
  const server = await tmuxServer({ conf: CONF });
  const { folders } = await loadInto(server, recorder(server).launcher);
  const reader = await listen(server, folders.runtime);
  const tmux = countingTmux(server);
  const env = { ...server.box.env, PATH: tmux.path };
  // A pane with grants of its own, be they those of every pane: who calls may have to be placed.
  if (looksFirst)
    await server.tmux("set-option", "-p", "-t", "%0", "@agent_grants", "read write admin");
  const run = async (words: readonly string[]) => {
    const [calls, heard] = [tmux.count(), reader.heard.length];
    const { code, stdout, stderr } = await taw(["-L", server.name, ...words], { env });
    const after = tmux.count();
    await quiet(server);
    const state: string[] = [];
    for (const command of STATE) state.push(await server.tmux(...command));
    const told = inOrder(reader.heard.slice(heard));
    const seen = { code, stdout, stderr, told, state };
    return { seen: comparable(JSON.stringify(seen), server), calls: after - calls };
  };
  const close = async () => {
    reader[Symbol.dispose]();
    await server.close();
  };
  return { server, run, close };
}

/** How often these are told, and where among the others, depends on how soon a drainer takes what is queued. */
const TOLD_BY_BATCH = new Set<EventName>(["changed", "layout.updated"]);

function inOrder(events: readonly Event[]) {
  const byBatch = events.filter(({ name }) => TOLD_BY_BATCH.has(name));
  return {
    events: events.filter(({ name }) => !TOLD_BY_BATCH.has(name)),
    byBatch: [...new Set(byBatch.map((event) => JSON.stringify(event)))].toSorted(),
  };
}

/** Waits until every event has been told. */
const quiet = (server: TmuxServer): Promise<string> =>
  until(
    "nobody drains",
    () => server.tmux("display-message", "-p", "#{@agent_wizard_queue}#{@agent_wizard_draining}"),
    (text) => text === "",
  );

/** Without what two servers never share. */
const comparable = (text: string, server: TmuxServer): string =>
  text
    .replaceAll(server.box.root, "")
    .replaceAll(server.name, "")
    .replace(/term_[0-9a-f]+x/g, "term_")
    .replace(/(\\*"revision\\*"):\d+/g, "$1:0");

export async function makeTwins(): Promise<Twins> {
  const [plain, looking] = await Promise.all([twin(false), twin(true)]);
  const servers = [plain.server, looking.server];
  return {
    servers,
    tmux: async (...argv) => {
      await Promise.all(servers.map((server) => server.tmux(...argv)));
      await Promise.all(servers.map(quiet));
    },
    callsOf: async (...words) => {
      const [one, other] = await Promise.all([plain.run(words), looking.run(words)]);
      expect(JSON.parse(one.seen)).toEqual(JSON.parse(other.seen));
      return one.calls;
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([plain.close(), looking.close()]);
    },
  };
}
