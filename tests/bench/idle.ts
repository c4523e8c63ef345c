import { loadAndListen, playedAgent } from "../support/played.ts";
import { tmuxServer } from "../support/tmux.ts";
import { until } from "../support/until.ts";
import { atMost, floor } from "./bench.ts";
import type { Bench, Outcome } from "./bench.ts";
import { percentile } from "./measure.ts";
import { cpuMs, privateMb, pssMb, wakeUps, watchersOf } from "./proc.ts";

const PANES = 20;
/** What helps a young process to its feet sleeps after this. */
const SETTLE_MS = 65_000;
const MEASURED_MS = 60_000;

export const idle: Bench = {
  name: "idle",
  about: `${PANES} watchers, each after one turn of an agent, over ${MEASURED_MS / 1000} s`,
  async run(): Promise<Outcome> {
    await using server = await tmuxServer();
    await loadAndListen(server);
    for (let made = 0; made < PANES; made++) {
      const { paneId, play } = await playedAgent(server, "codex/turn-perm", { speed: 8 });
      await play();
      const state = () => server.format(paneId, "#{@agent_state}");
      await until("its turn is done", state, (text) => text === "done");
    }
    await Bun.sleep(SETTLE_MS);
    const panes = await watchersOf(server);
    const pids = [...panes.values()];
    const before = pids.map((pid) => ({ cpu: cpuMs(pid), wakes: wakeUps(pid) }));
    await Bun.sleep(MEASURED_MS);
    const cpu = pids.map((pid, at) => cpuMs(pid) - (before[at]?.cpu ?? 0));
    const wakes = pids.map(
      (pid, at) => (wakeUps(pid) - (before[at]?.wakes ?? 0)) / (MEASURED_MS / 1000),
    );
    const pss = pids.map(pssMb);
    const own = pids.map(privateMb);
    return {
      rows: [
        atMost(
          "CPU of all watchers in 60 s",
          cpu.reduce((sum, ms) => sum + ms, 0),
          0,
          "ms",
        ),
        atMost("wake-ups a second, the liveliest watcher", Math.max(...wakes), 0.5, "/s"),
        atMost("PSS, the largest watcher", Math.max(...pss), 6, "MB"),
        floor("  private memory, median", percentile(own, 0.5), "MB"),
        floor("  watchers", pids.length, ""),
      ],
      samples: { cpu, wakes, pss, own },
    };
  },
};
