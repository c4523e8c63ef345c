import { afterAll, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readProcessStat } from "../../../src/system/proc.ts";
import { tmuxServer } from "../../support/tmux.ts";

const server = await tmuxServer();
afterAll(() => server.close());

const config = join(server.box.home, ".config/tmux-agent-wizard");
mkdirSync(config, { recursive: true });

/** A socket as a watcher opens it, which counts its nudges; it answers them or not. */
function watcherSocket(name: string, answers: boolean) {
  const path = join(server.box.root, name);
  const counted = { nudges: 0 };
  const open = (socket: Bun.Socket<undefined>) => {
    counted.nudges += 1;
    if (answers) socket.end("done\n");
  };
  const listener = Bun.listen({ unix: path, socket: { open, data: () => undefined } });
  return { path, counted, [Symbol.dispose]: () => listener.stop(true) };
}

/** A piped pane that this process says it watches, by that socket. */
async function watchedPane(path: string): Promise<string> {
  const pane = await server.pane();
  const start = (await readProcessStat(process.pid))?.start.replaceAll(" ", "_") ?? "";
  await server.tmux("pipe-pane", "-t", pane, "cat >/dev/null");
  const name = `${process.pid} ${start} ${path}`;
  await server.tmux("set-option", "-p", "-t", pane, "@agent_watcher", name);
  return pane;
}

const supplements = () => server.tmux("show-options", "-sqv", "@agent_wizard_supplements");

test("manifest reload makes every watcher look again, and names the panes whose watcher does not answer", async () => {
  using well = watcherSocket("w1", true);
  using stuck = watcherSocket("w2", false);
  await watchedPane(well.path);
  const stuckPane = await watchedPane(stuck.path);
  const ran = await server.taw("manifest", "reload");
  const list = JSON.parse((await server.taw("manifest", "list")).stdout).result.manifests;
  const paneId = JSON.parse((await server.taw("pane", "get", stuckPane)).stdout).result.pane
    .pane_id;
  expect(ran.code).toBe(0);
  expect([well.counted.nudges, stuck.counted.nudges]).toEqual([1, 1]);
  expect(JSON.parse(ran.stdout).result).toEqual({
    type: "agent_manifest_reload",
    manifests: list,
    silent_watchers: [paneId],
  });
});

test("watchers learn of [detection] supplements by a server option, which load and reload write", async () => {
  writeFileSync(join(config, "config.toml"), "[detection]\nsupplements = false\n");
  await server.taw("manifest", "reload");
  expect(await supplements()).toBe("off");
  writeFileSync(join(config, "config.toml"), "");
  await server.taw("tmux", "load");
  expect(await supplements()).toBe("on");
  await server.taw("tmux", "unload");
  expect(await supplements()).toBe("");
});
