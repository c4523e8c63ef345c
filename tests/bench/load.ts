import { join } from "node:path";
import { loadAndListen } from "../support/played.ts";
import { recordingPath } from "../support/recording.ts";
import { tmuxServer } from "../support/tmux.ts";
import type { TmuxServer } from "../support/tmux.ts";
import { until } from "../support/until.ts";
import { atMost, floor } from "./bench.ts";
import type { Bench, Outcome } from "./bench.ts";
import { median } from "./measure.ts";
import { cpuMs, cpuWithChildrenMs, serverPid, watchersOf } from "./proc.ts";

const RECORDINGS = ["claude/turn-text", "cline/turn-perm", "opencode/turn-perm", "kilo/turn-perm"];
const PANES = 20;
const MEASURED_MS = 20_000;
const streamer = join(import.meta.dir, "streamer.ts");

/** Twenty agents that all stream, one after the other's recording. */
async function stream(server: TmuxServer): Promise<string[]> {
  const panes: string[] = [];
  for (let made = 0; made < PANES; made++) {
    const name = RECORDINGS[made % RECORDINGS.length] ?? "";
    const agent = `TAW_AGENT=${name.split("/")[0]}`;
    panes.push(await server.pane("env", agent, process.execPath, streamer, recordingPath(name)));
  }
  return panes;
}

/** CPU of the tmux server in ms a second while nobody but `cat` reads the panes. */
async function serverAlone(): Promise<number> {
  await using server = await tmuxServer();
  for (const paneId of await stream(server)) {
    await server.tmux("pipe-pane", "-t", paneId, "exec cat >/dev/null");
  }
  await Bun.sleep(5000);
  const pid = await serverPid(server);
  const before = cpuMs(pid);
  await Bun.sleep(MEASURED_MS);
  return (cpuMs(pid) - before) / (MEASURED_MS / 1000);
}

interface Watched {
  readonly watchers: number;
  readonly server: number;
}

/** The same, and CPU of the watchers with the tmux calls they make, while watchers read them. */
async function watched(): Promise<Watched> {
  await using server = await tmuxServer();
  await loadAndListen(server);
  for (const paneId of await stream(server)) {
    const state = () => server.format(paneId, "#{@agent_state}");
    await until(`${paneId} works`, state, (text) => text === "working", 20_000);
  }
  await Bun.sleep(2000);
  const pid = await serverPid(server);
  const pids = [...(await watchersOf(server)).values()];
  const sum = () => pids.reduce((total, one) => total + cpuWithChildrenMs(one), 0);
  const before = { watchers: sum(), server: cpuMs(pid) };
  await Bun.sleep(MEASURED_MS);
  const seconds = MEASURED_MS / 1000;
  return {
    watchers: (sum() - before.watchers) / seconds,
    server: (cpuMs(pid) - before.server) / seconds,
  };
}

/** What starting the smallest program costs, CPU ms. */
function trueMs(): number {
  const samples = Array.from({ length: 200 }, () => {
    const { resourceUsage } = Bun.spawnSync(["/bin/true"]);
    return Number(resourceUsage.cpuTime.total) / 1000;
  });
  return median(samples);
}

export const load: Bench = {
  name: "load",
  about: `CPU of the watchers of ${PANES} agents that stream without pause, over ${MEASURED_MS / 1000} s`,
  async run(): Promise<Outcome> {
    const alone = await serverAlone();
    const { watchers, server } = await watched();
    const one = trueMs();
    const sum = watchers + Math.max(0, server - alone);
    return {
      rows: [
        atMost("watchers and the tmux work they cause, of one core", sum / 10, 25, "%"),
        floor("  watchers and their tmux calls", watchers, "ms/s"),
        floor("  tmux server above pipe to cat", server - alone, "ms/s"),
        floor("  tmux server, pipe to cat", alone, "ms/s"),
        floor("  /bin/true", one, "ms"),
        floor("  as many times /bin/true a second", sum / one, "×"),
      ],
      samples: { watchers: [watchers], server: [server], alone: [alone], true: [one] },
    };
  },
};
