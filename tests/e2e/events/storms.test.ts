import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "bun:test";
import { listen } from "../../support/listener.ts";
import { edgeOf, loadInto } from "../../support/loaded.ts";
import { bin } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

/** A launcher that keeps a `+` for each taw that begins and a `-` for each that ends, watchers left out. */
function counter(server: TmuxServer) {
  const [launcher, log] = [`${server.box.root}/taw`, `${server.box.root}/steps`];
  const script = `#!/bin/sh
[ "$1" = __watch ] && exec cat >/dev/null
echo + >>'${log}'
'${bin}' "$@"
echo - >>'${log}'
`;
  writeFileSync(launcher, script);
  chmodSync(launcher, 0o755);
  const steps = () => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []);
  return {
    launcher,
    started: () => steps().filter((step) => step === "+").length,
    mostAtOnce: () => {
      let [now, most] = [0, 0];
      for (const step of steps()) {
        now += step === "+" ? 1 : -1;
        most = Math.max(most, now);
      }
      return most;
    },
  };
}

const WINDOWS = 25;
const SIZES = 200;

test("200 sizes of 25 windows in two seconds are at most two processes at a time, and each window's last is told", async () => {
  await using server = await tmuxServer();
  for (let at = 1; at < WINDOWS; at += 1) await server.pane();
  const taw = counter(server);
  const { folders } = await loadInto(server, taw.launcher);
  using reader = await listen(server, folders.runtime, ["layout.updated"]);
  const startedBefore = taw.started();
  const windows = (await server.tmux("list-windows", "-F", "#{window_id}")).split("\n");
  const startedAt = performance.now();
  for (let size = 1; size <= SIZES; size += 1) {
    const [width, height] = [String(40 + size), String(20 + (size % 50))];
    await edgeOf(server).run(
      ...windows.map((window) => ["resize-window", "-t", window, "-x", width, "-y", height]),
    );
    await until("its time has come", () => performance.now() - startedAt >= size * 10);
  }
  const last = () => {
    const areas = new Map<unknown, unknown>();
    for (const { data } of reader.heard) {
      const layout = data["layout"] as { tab_id: string; area: { width: number } };
      areas.set(layout.tab_id, layout.area.width);
    }
    return [...areas.values()];
  };
  await until(
    "each window's last size is told",
    last,
    (widths) => widths.length === WINDOWS && widths.every((width) => width === 40 + SIZES),
  );
  expect(reader.heard.length).toBeLessThan((WINDOWS * SIZES) / 4);
  expect(taw.mostAtOnce()).toBeLessThanOrEqual(2);
  expect(taw.started() - startedBefore).toBeGreaterThan(0);
}, 20_000);
