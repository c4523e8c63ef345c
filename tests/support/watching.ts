import { parseWatcher } from "../../src/core/watchers.ts";
import { run } from "./taw.ts";
import type { TmuxServer } from "./tmux.ts";
import { until } from "./until.ts";

/** The watcher of a pane, once it has put its name there. */
export async function watcherOf(
  on: TmuxServer,
  paneId: string,
  not = 0,
): Promise<{ pid: number; socket: string }> {
  const name = await until(
    `pane ${paneId} names its watcher`,
    async () => parseWatcher(await on.format(paneId, "#{@agent_watcher}")),
    (found) => found !== null && found.pid !== not,
  );
  return { pid: name?.pid ?? 0, socket: name?.socket ?? "" };
}

/** Processes that watch a pane of a server. */
export async function watchersOn(on: TmuxServer): Promise<string[]> {
  const { stdout } = await run(["ps", "-A", "-ww", "-o", "pid=,args="], { env: on.box.env });
  return stdout.split("\n").filter((row) => /watcher/.test(row) && row.includes(on.socketPath));
}

/** Waits until a process has not run for a third of a second. */
export async function sleeps(pid: number): Promise<void> {
  let turns = "";
  let since = 0;
  await until(`process ${pid} sleeps`, async () => {
    const [, , now = ""] = (await Bun.file(`/proc/${pid}/schedstat`).text()).split(" ");
    if (now !== turns) since = performance.now();
    turns = now;
    return performance.now() - since > 333;
  });
}

/** Waits until a pane's agent is in a state; "" is no agent. */
export const becomes = (on: TmuxServer, paneId: string, state: string): Promise<string> =>
  until(
    `pane ${paneId} is ${state || "nobody's"}`,
    () => on.format(paneId, "#{@agent_state}"),
    (text) => text === state,
  );
