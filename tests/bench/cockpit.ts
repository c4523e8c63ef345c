import { mkdirSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { bin, run } from "../support/taw.ts";
import type { TmuxServer } from "../support/tmux.ts";
import { tmuxServer } from "../support/tmux.ts";
import { until } from "../support/until.ts";
import { atMost, floor } from "./bench.ts";
import type { Bench, Outcome } from "./bench.ts";
import { median, percentile, takeTurns, timeProcess } from "./measure.ts";
import type { Samples } from "./measure.ts";

const BUN = [process.execPath, "--no-env-file", "--config=/dev/null"];
const STARTS = 25;
const KEYS = 150;
const PANES = 200;
const IDLE_MS = 30_000;
const TICK_MS = 10;
/** 200 watchers that have just started still cost something. */
const SETTLE_MS = 10_000;

/** `taw app` on a terminal of its own, as a person sees it: what it writes, and what it costs. */
class App {
  #text = "";
  bytes = 0;
  readonly #startedAt = performance.now();
  readonly #child: Bun.Subprocess;
  firstFrameMs = Number.NaN;
  #wakes: (() => void)[] = [];

  constructor(server: TmuxServer) {
    this.#child = Bun.spawn([bin, "-L", server.name, "app"], {
      env: { ...server.box.env },
      cwd: server.box.home,
      terminal: { cols: 160, rows: 50, data: (_terminal, data) => this.#onData(data) },
    });
  }

  get pid(): number {
    return this.#child.pid;
  }

  #onData(data: Uint8Array): void {
    this.bytes += data.length;
    const text = new TextDecoder().decode(data);
    this.#text += text;
    if (text.includes("\u001b[6n")) this.#child.terminal?.write("\u001b[1;4R");
    if (Number.isNaN(this.firstFrameMs) && this.#text.includes("taw"))
      this.firstFrameMs = performance.now() - this.#startedAt;
    for (const wake of this.#wakes.splice(0)) wake();
  }

  shows(text: string): Promise<boolean> {
    return until(`the cockpit shows ${text}`, () => this.#text.includes(text));
  }

  /** Types a key and waits for what it draws: milliseconds. */
  async press(key: string): Promise<number> {
    const drawn = new Promise<void>((resolve) => void this.#wakes.push(resolve));
    const pressedAt = performance.now();
    this.#child.terminal?.write(key);
    await drawn;
    return performance.now() - pressedAt;
  }

  /** CPU time of the program itself, without its feed: milliseconds. */
  cpuMs(): number {
    const fields = readFileSync(`/proc/${this.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  }

  async quit(): Promise<void> {
    this.#child.terminal?.write("q");
    await this.#child.exited;
  }
}

async function startOnce(server: TmuxServer): Promise<number> {
  const app = new App(server);
  await app.shows("taw");
  await app.quit();
  return app.firstFrameMs;
}

/** A cockpit that leaves to the next one what it heard. */
async function hearOnce(server: TmuxServer): Promise<void> {
  const app = new App(server);
  await app.shows(`1/${PANES + 1}`);
  await app.quit();
}

/** How long `state.db` takes to be opened and read, by a process that does nothing else. */
async function recallOnce(server: TmuxServer): Promise<number> {
  const folder = join(server.box.env["XDG_STATE_HOME"] ?? "", "tmux-agent-wizard");
  const key = await server.tmux("display-message", "-p", "#{pid} #{start_time}");
  const words = [join(import.meta.dir, "recall.ts"), folder, hostname(), key];
  const { code, stdout, stderr } = await run([...BUN, ...words], { env: server.box.env });
  if (code !== 0) throw new Error(stderr);
  return Number(stdout);
}

async function pressKeys(app: App): Promise<Samples> {
  const samples: Samples = [];
  for (let at = 0; at < KEYS; at += 1) {
    samples.push(await app.press(at % 60 < 50 ? "j" : "k"));
    await Bun.sleep(40);
  }
  return samples;
}

export const cockpit: Bench = {
  name: "cockpit",
  about: `taw app: ${STARTS} starts, ${KEYS} keys in ${PANES} rows, ${IDLE_MS / 1000} s of rest`,
  async run(): Promise<Outcome> {
    await using server = await tmuxServer();
    for (let made = 1; made < PANES; made += 1) await server.pane();
    const folder = join(server.box.env["XDG_CONFIG_HOME"] ?? "", "tmux-agent-wizard");
    mkdirSync(folder, { recursive: true });
    await Bun.write(join(folder, "config.toml"), '[ui]\ndepth = "all"\n');
    await server.taw("tmux", "load");
    await until(
      "every pane has its watcher",
      () => server.tmux("list-panes", "-a", "-F", "#{pane_pipe}"),
      (pipes) => !pipes.includes("0"),
      60_000,
    );
    await Bun.sleep(SETTLE_MS);
    const empty = join(server.box.root, "empty.js");
    await Bun.write(empty, "");
    await hearOnce(server);
    const starts = await takeTurns(STARTS, {
      app: () => startOnce(server),
      bun: () => timeProcess([...BUN, empty], server.box.env),
      recall: () => recallOnce(server),
    });
    const app = new App(server);
    await app.shows("201");
    await Bun.sleep(2_000);
    const keys = await pressKeys(app);
    await Bun.sleep(5_000);
    const before = { bytes: app.bytes, cpuMs: app.cpuMs() };
    await Bun.sleep(IDLE_MS);
    const written = app.bytes - before.bytes;
    const share = ((app.cpuMs() - before.cpuMs) / IDLE_MS) * 100;
    await app.quit();
    return {
      rows: [
        atMost("taw app, start to first frame", median(starts.app), 250, "ms"),
        floor("  one empty Bun start", median(starts.bun), "ms"),
        atMost("  state.db opened and read, of it", median(starts.recall), 5, "ms"),
        atMost(`taw app, key to frame, ${PANES} rows, p95`, percentile(keys, 0.95), 33, "ms"),
        floor("  the same, median", median(keys), "ms"),
        atMost("taw app at rest, CPU", share, 0.3, "%"),
        atMost("taw app at rest, written", written, 0, "bytes"),
      ],
      samples: {
        "app start": starts.app,
        "empty Bun start": starts.bun,
        "state.db": starts.recall,
        "key to frame": keys,
      },
    };
  },
};
