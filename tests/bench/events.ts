import { countingTmux } from "../support/counting-tmux.ts";
import { serveSocket } from "../support/herdr-socket.ts";
import type { HerdrSocket } from "../support/herdr-socket.ts";
import { edgeOf, loadInto, recorder } from "../support/loaded.ts";
import { idleSubscriber } from "../support/subscriber.ts";
import { tmuxServer } from "../support/tmux.ts";
import type { TmuxServer } from "../support/tmux.ts";
import { until } from "../support/until.ts";
import { atLeast, atMost, floor } from "./bench.ts";
import type { Bench, Outcome, Row } from "./bench.ts";
import { percentile, timeProcess } from "./measure.ts";
import type { Samples } from "./measure.ts";
import { privateMb } from "./proc.ts";

const PANES = 20;
const CHANGES = 200;
const READERS = 100;
const EVENTS = 2000;
const SECONDS = 10;
const EVENTS_A_CALL = 10;
const EVENTS_A_PROCESS = 20;

/** A subscriber that costs nothing but the reading. */
async function labelsTold(path: string, onLabel: (label: string) => void): Promise<Disposable> {
  const acknowledged = Promise.withResolvers<void>();
  let rest = "";
  const request = { subscriptions: [{ type: "tab.renamed" }] };
  const socket = await Bun.connect({
    unix: path,
    socket: {
      open: (opened) =>
        void opened.write(
          `${JSON.stringify({ id: "b", method: "events.subscribe", params: request })}\n`,
        ),
      data: (_socket, bytes) => {
        const lines = (rest + bytes.toString()).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          const label = /"label":"([^"]*)"/.exec(line)?.[1];
          if (label === undefined) acknowledged.resolve();
          else onLabel(label);
        }
      },
    },
  });
  await acknowledged.promise;
  return { [Symbol.dispose]: () => void socket.end() };
}

/** One change after the other, each by a `tmux` of its own: from its start to the line at the subscriber, ms. */
async function latencies(server: TmuxServer, socket: HerdrSocket): Promise<Samples> {
  const told = new Map<string, number>();
  using _reader = await labelsTold(socket.path, (label) => told.set(label, performance.now()));
  const samples: Samples = [];
  for (let at = 0; at < CHANGES; at += 1) {
    const label = `change-${at}`;
    const startedAt = performance.now();
    await timeProcess(
      ["tmux", "-L", server.name, "rename-window", "-t", "main:0", label],
      server.box.env,
    );
    await until(`${label} is told`, () => told.has(label));
    samples.push((told.get(label) ?? Number.NaN) - startedAt);
    await Bun.sleep(20 + Math.random() * 60);
  }
  return samples;
}

async function crowd(server: TmuxServer): Promise<Row[]> {
  const taw = recorder(server);
  await loadInto(server, taw.launcher);
  const tmux = countingTmux(server);
  await using socket = await serveSocket(server, { PATH: tmux.path });
  const labels = Array.from({ length: EVENTS }, (_, at) => `event-${at}`);
  const told: string[][] = Array.from({ length: READERS - 1 }, () => []);
  using _idle = await idleSubscriber(socket.path, server.box.root, "tab.renamed");
  const readers: Disposable[] = [];
  for (const heard of told) {
    readers.push(await labelsTold(socket.path, (label) => void heard.push(label)));
  }
  Bun.gc(true);
  const memory = [privateMb(socket.pid)];
  const startedBefore = tmux.count() + taw.calls().length;
  const startedAt = performance.now();
  for (let from = 0; from < EVENTS; from += EVENTS_A_CALL) {
    const renames = labels.slice(from, from + EVENTS_A_CALL);
    await edgeOf(server).run(...renames.map((name) => ["rename-window", "-t", "main:0", name]));
    memory.push(privateMb(socket.pid));
    const dueMs = (SECONDS * 1000 * (from + EVENTS_A_CALL)) / EVENTS;
    await Bun.sleep(Math.max(0, startedAt + dueMs - performance.now()));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await until(
    "everybody is told",
    () => Math.min(...told.map((heard) => heard.length)),
    (fewest) => fewest >= EVENTS,
    20_000,
  );
  const started = tmux.count() + taw.calls().length - startedBefore;
  for (const reader of readers) reader[Symbol.dispose]();
  const right = told.filter((heard) => heard.join() === labels.join()).length;
  return [
    atLeast(`readers of ${READERS}, one reading nothing, who got all in order`, right, 99, ""),
    atMost("processes started for each 20 events", (started * EVENTS_A_PROCESS) / EVENTS, 1, ""),
    atMost("memory of the server above its rest", Math.max(...memory) - (memory[0] ?? 0), 30, "MB"),
    floor("  events a second", EVENTS / seconds, "/s"),
  ];
}

export const events: Bench = {
  name: "events",
  about: `a bare tmux command → the line at a subscriber, ${PANES} panes; ${READERS} subscribers and ${EVENTS} events in ${SECONDS} s`,
  async run(): Promise<Outcome> {
    await using server = await tmuxServer();
    for (let at = 1; at < PANES; at += 1) await server.pane();
    await loadInto(server, recorder(server).launcher);
    const socket = await serveSocket(server);
    const samples = await latencies(server, socket);
    await socket[Symbol.asyncDispose]();
    const rows = await crowd(server);
    return {
      rows: [
        atMost("change → line, p50", percentile(samples, 0.5), 25, "ms"),
        atMost("change → line, p95", percentile(samples, 0.95), 60, "ms"),
        ...rows,
      ],
      samples: { samples },
    };
  },
};
