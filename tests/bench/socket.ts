import { serveSocket } from "../support/herdr-socket.ts";
import type { HerdrSocket } from "../support/herdr-socket.ts";
import { edgeOf } from "../support/loaded.ts";
import { tmuxServer } from "../support/tmux.ts";
import type { TmuxServer } from "../support/tmux.ts";
import { atLeast, atMost, floor } from "./bench.ts";
import type { Bench, Outcome, Row } from "./bench.ts";
import { percentile } from "./measure.ts";
import type { Samples } from "./measure.ts";
import { cpuMs, privateMb } from "./proc.ts";

const PANES = 50;
const ANSWERS = 3000;
const CLIENTS = 8;
const CHANGED_ANSWERS = 400;
const CHANGE_EVERY_MS = 50;
const METHODS = ["pane.list", "session.snapshot"] as const;
/** What helps a young process to its feet sleeps after this. */
const SETTLE_MS = 35_000;
const MEASURED_MS = 60_000;

/** One request on a connection of its own, as herdr's tools send it, to the end of the connection. */
function timeAnswer(path: string, method: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const startedAt = performance.now();
  let bytes = 0;
  Bun.connect({
    unix: path,
    socket: {
      open: (socket) => void socket.write(`{"id":"b","method":"${method}","params":{}}\n`),
      data: (_socket, part) => void (bytes += part.length),
      close: () =>
        bytes > 0 ? resolve(performance.now() - startedAt) : reject(new Error("silence")),
    },
  }).catch(reject);
  return promise;
}

async function answers(path: string, method: string, count: number): Promise<Samples> {
  const samples: Samples = [];
  for (let at = 0; at < count; at += 1) samples.push(await timeAnswer(path, method));
  return samples;
}

/** How many a second, while so many clients ask at once. */
async function answersASecond(path: string, method: string): Promise<number> {
  const startedAt = performance.now();
  const each = Array.from({ length: CLIENTS }, () => answers(path, method, ANSWERS / CLIENTS));
  await Promise.all(each);
  return ANSWERS / ((performance.now() - startedAt) / 1000);
}

async function fiftyPanes(): Promise<TmuxServer> {
  const server = await tmuxServer({ width: 200, height: 50 });
  for (let made = 1; made < PANES / 5; made += 1) await server.pane();
  const windows = (await server.tmux("list-windows", "-F", "#{window_id}")).split("\n");
  for (const window of windows) {
    for (let made = 1; made < 5; made += 1) {
      await server.tmux("split-window", "-d", "-t", window, "cat");
      await server.tmux("select-layout", "-t", window, "tiled");
    }
  }
  await server.taw("tmux", "load");
  return server;
}

interface Measured {
  rows: Row[];
  samples: Record<string, Samples>;
}

async function quiet({ path, pid }: HerdrSocket, method: string): Promise<Measured> {
  await answers(path, method, 200);
  const [startedAt, cpuBefore] = [performance.now(), cpuMs(pid)];
  const samples = await answers(path, method, ANSWERS);
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = (cpuMs(pid) - cpuBefore) / 1000;
  return {
    rows: [
      atMost(`${method}, ${PANES} panes, p50`, percentile(samples, 0.5), 1, "ms"),
      atMost(`${method}, ${PANES} panes, p99`, percentile(samples, 0.99), 10, "ms"),
      atLeast(`${method}, answers a second of the server's core`, ANSWERS / cpu, 1500, "/s"),
      floor("  answers a second, one client after the other", ANSWERS / seconds, "/s"),
      floor(
        `  answers a second, ${CLIENTS} clients at once`,
        await answersASecond(path, method),
        "/s",
      ),
    ],
    samples: { [`${method} quiet`]: samples },
  };
}

/** While a bare tmux command changes something 20 times a second. */
async function changing(server: TmuxServer, path: string, method: string): Promise<Measured> {
  let count = 0;
  const timer = setInterval(() => {
    count += 1;
    void edgeOf(server).run(["rename-window", "-t", "main:0", `name-${count}`]);
  }, CHANGE_EVERY_MS);
  const samples = await answers(path, method, CHANGED_ANSWERS).finally(() => clearInterval(timer));
  return {
    rows: [atMost(`${method}, 20 changes a second, p50`, percentile(samples, 0.5), 6, "ms")],
    samples: { [`${method} changing`]: samples },
  };
}

async function idle({ pid }: HerdrSocket): Promise<Measured> {
  await Bun.sleep(SETTLE_MS);
  const before = cpuMs(pid);
  await Bun.sleep(MEASURED_MS);
  const share = ((cpuMs(pid) - before) / MEASURED_MS) * 100;
  const memory = privateMb(pid);
  return {
    rows: [
      atMost(`idle, ${PANES} silent panes, of a core`, share, 0.2, "%"),
      atMost("private memory, after all that", memory, 30, "MB"),
    ],
    samples: { "idle memory": [memory] },
  };
}

export const socket: Bench = {
  name: "socket",
  about: `the herdr socket with ${PANES} panes: ${ANSWERS} answers each, then ${MEASURED_MS / 1000} s of rest`,
  async run(): Promise<Outcome> {
    await using server = await fiftyPanes();
    await using served = await serveSocket(server);
    const parts: Measured[] = [];
    for (const method of METHODS) parts.push(await quiet(served, method));
    for (const method of METHODS) parts.push(await changing(server, served.path, method));
    parts.push(await idle(served));
    return {
      rows: parts.flatMap(({ rows }) => rows),
      samples: Object.assign({}, ...parts.map(({ samples }) => samples)),
    };
  },
};
