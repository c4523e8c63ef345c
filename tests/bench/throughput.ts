import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadInto } from "../support/loaded.ts";
import { bin } from "../support/taw.ts";
import { tmuxServer } from "../support/tmux.ts";
import type { TmuxServer } from "../support/tmux.ts";
import { until } from "../support/until.ts";
import { atLeast, atMost, floor } from "./bench.ts";
import type { Bench, Outcome } from "./bench.ts";
import { median } from "./measure.ts";
import { pssMb, rssMb, serverPid, watchersOf } from "./proc.ts";

const MEGABYTES = 40;
const ROUNDS = 5;
const SETTLE_MS = 10_000;

/** How long a pane takes to print a file and say so, ms. */
async function printMs(server: TmuxServer, paneId: string, file: string): Promise<number> {
  const mark = join(server.box.root, `printed-${Math.random().toString(36).slice(2)}`);
  const startedAt = performance.now();
  await server.tmux("send-keys", "-t", paneId, `cat ${file}; : >${mark}`, "Enter");
  await until("it is printed", () => existsSync(mark), Boolean, 60_000);
  return performance.now() - startedAt;
}

const shell = (server: TmuxServer): Promise<string> =>
  server.pane("bash", "--norc", "--noprofile", "-i");

export const throughput: Bench = {
  name: "throughput",
  about: `${MEGABYTES} MB through a watched pane against one piped to cat, ${ROUNDS} rounds in turns`,
  async run(): Promise<Outcome> {
    await using plain = await tmuxServer();
    await using server = await tmuxServer();
    await loadInto(server, bin);
    const file = join(server.box.root, "lines");
    writeFileSync(
      file,
      `${"the quick brown fox jumps over the lazy dog ".repeat(2)}\n`.repeat(
        ((MEGABYTES << 20) / 89) | 0,
      ),
    );
    const ours = await shell(server);
    const theirs = await shell(plain);
    await plain.tmux("pipe-pane", "-t", theirs, "exec cat >/dev/null");
    const watcher = async () => (await watchersOf(server)).get(ours) ?? 0;
    const pid = await until("the watcher is there", watcher, (found) => found > 0);
    const tmux = await serverPid(server);
    const alone = await serverPid(plain);
    await Bun.sleep(SETTLE_MS);
    const before = { watcher: pssMb(pid), server: rssMb(tmux), plain: rssMb(alone) };
    await printMs(server, ours, file);
    await printMs(plain, theirs, file);
    const watchedMs: number[] = [];
    const plainMs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      watchedMs.push(await printMs(server, ours, file));
      plainMs.push(await printMs(plain, theirs, file));
    }
    await Bun.sleep(SETTLE_MS);
    // Both keep the same lines to scroll back to.
    const grown = rssMb(tmux) - before.server - (rssMb(alone) - before.plain);
    const ratio = median(plainMs) / median(watchedMs);
    return {
      rows: [
        atLeast("throughput of a watched pane / piped to cat", ratio, 0.9, "×"),
        atMost("watcher's PSS 10 s later, more than before", pssMb(pid) - before.watcher, 5, "MB"),
        atMost("tmux server's RSS 10 s later, more than the other", grown, 5, "MB"),
        floor("  watched", median(watchedMs), "ms"),
        floor("  piped to cat", median(plainMs), "ms"),
      ],
      samples: { watchedMs, plainMs },
    };
  },
};
