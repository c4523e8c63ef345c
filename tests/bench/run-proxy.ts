import { readdirSync, readFileSync } from "node:fs";
import { errorCode } from "../../src/core/error-code.ts";
import { sandbox } from "../support/sandbox.ts";
import { bin } from "../support/taw.ts";
import { atMost, floor } from "./bench.ts";
import type { Bench, Outcome } from "./bench.ts";
import { median, percentile } from "./measure.ts";
import type { Samples } from "./measure.ts";

const KEYS = 400;
const BLOCK = randomBlock(1_000_000);
const BLOCKS = 100;
const IN_FLIGHT = 2;
/** A person thinks before the next key. */
const REST_MS = 2000;
const ECHO = ["sh", "-c", "stty raw -echo; printf READY; exec cat"];

/** `taw run` against the same program without it: what a key costs, what it holds in memory, what 100 MB become. */
export const runProxy: Bench = {
  name: "run",
  about: "a program that echoes, behind taw run and without it",
  run: async (): Promise<Outcome> => {
    await using box = sandbox();
    const direct = await Echo.start(ECHO, box.env);
    const proxied = await Echo.start([bin, "run", ...ECHO], box.env);
    const samples: Record<string, Samples> = { direct: [], proxied: [] };
    for (let count = 0; count < KEYS; count++) {
      samples["direct"]?.push(await direct.key());
      samples["proxied"]?.push(await proxied.key());
    }
    await Bun.sleep(REST_MS);
    const [proxyMB, behindMB] = privateMB(proxied.pid);
    const flood = await proxied.flood();
    await Promise.all([direct.end(), proxied.end()]);
    const { direct: without = [], proxied: behind = [] } = samples;
    return {
      rows: [
        floor("a key and its echo without taw run, median", median(without), "ms"),
        atMost("added by taw run, median", median(behind) - median(without), 1, "ms"),
        floor("added by taw run, p95", percentile(behind, 0.95) - percentile(without, 0.95), "ms"),
        atMost(
          "private memory of taw run, at rest after those keys",
          proxyMB ?? Number.NaN,
          4,
          "MB",
        ),
        floor("private memory of its session leader", behindMB ?? Number.NaN, "MB"),
        atMost("bytes of 100 MB each way that came back changed", flood.changed, 0, "bytes"),
        floor("each way at once", (BLOCK.length * BLOCKS) / 1000 / flood.tookMs, "MB/s"),
      ],
      samples,
    };
  },
};

class Echo {
  readonly #child: Bun.Subprocess;
  #onOutput: (bytes: Uint8Array) => void;

  private constructor(argv: readonly string[], env: Readonly<Record<string, string>>) {
    this.#onOutput = () => {};
    this.#child = Bun.spawn([...argv], {
      env: { ...env },
      terminal: { cols: 120, rows: 40, data: (_terminal, bytes) => this.#onOutput(bytes) },
    });
  }

  static async start(
    argv: readonly string[],
    env: Readonly<Record<string, string>>,
  ): Promise<Echo> {
    const echo = new Echo(argv, env);
    await new Promise<void>((resolve) => {
      let seen = "";
      echo.#onOutput = (bytes) => {
        seen += Buffer.from(bytes).toString("latin1");
        if (seen.includes("READY")) resolve();
      };
    });
    return echo;
  }

  get pid(): number {
    return this.#child.pid;
  }

  async key(): Promise<number> {
    const echoed = Promise.withResolvers<void>();
    this.#onOutput = () => echoed.resolve();
    const typedAt = performance.now();
    this.#child.terminal?.write("x");
    await echoed.promise;
    return performance.now() - typedAt;
  }

  /** 100 MB there and back at once, compared byte by byte as they come. */
  async flood(): Promise<{ changed: number; tookMs: number }> {
    const over = Promise.withResolvers<void>();
    let sent = 0;
    let received = 0;
    let changed = 0;
    const send = () => {
      for (; sent < BLOCKS && sent * BLOCK.length - received < IN_FLIGHT * BLOCK.length; sent++)
        this.#child.terminal?.write(BLOCK);
    };
    this.#onOutput = (bytes) => {
      for (const byte of bytes) if (byte !== BLOCK[received++ % BLOCK.length]) changed++;
      send();
      if (received >= BLOCKS * BLOCK.length) over.resolve();
    };
    const startedAt = performance.now();
    send();
    await over.promise;
    return { changed, tookMs: performance.now() - startedAt };
  }

  async end(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#child.exited;
  }
}

/** Private dirty memory of a process and of its only child. */
function privateMB(pid: number): number[] {
  const child = readdirSync("/proc").find((name) => /^\d+$/.test(name) && parentOf(name) === pid);
  return [String(pid), child ?? ""].map((name) => {
    const rollup = readFileSync(`/proc/${name}/smaps_rollup`, "latin1");
    return Number(/Private_Dirty:\s+(\d+)/.exec(rollup)?.[1]) / 1024;
  });
}

function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes(errorCode(error))) return 0;
    throw error;
  }
}

function randomBlock(length: number): Uint8Array {
  const block = new Uint8Array(length);
  let seed = 5;
  for (let at = 0; at < length; at++) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    block[at] = seed >>> 16;
  }
  return block;
}
