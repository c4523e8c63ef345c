import { afterAll, beforeAll, expect, test } from "bun:test";
import { failureOf } from "../../support/answer.ts";
import { receiver } from "../../support/receiver.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer();
});
afterAll(() => server.close());

const CALLS = [
  ["pane", "send-text"],
  ["pane", "send-keys"],
  ["pane", "run"],
] as const;

/** Every verb that types is refused with `reason`, and its pane hears nothing. */
async function refusesAll(pane: string, reason: string): Promise<void> {
  for (const words of CALLS) {
    const failure = failureOf(await server.taw(...words, pane, "x"));
    expect(failure).toEqual({
      code: "pane_send_failed",
      exit: 1,
      message: `pane ${pane} ${reason}`,
    });
  }
}

test("a pane in a mode is typed nothing and left in its mode", async () => {
  const { pane, next } = await receiver(server);
  for (const [command, mode] of [
    ["copy-mode", "copy mode"],
    ["clock-mode", "clock mode"],
    ["choose-tree", "tree mode"],
  ] as const) {
    await server.tmux(command, "-t", pane);
    await refusesAll(pane, `is in ${mode}; leave it and try again`);
    expect(await server.format(pane, "#{pane_in_mode}")).toBe("1");
    await server.tmux("copy-mode", "-q", "-t", pane);
    expect(await next()).toBe("");
  }
});

test("a pane with its input off is typed nothing", async () => {
  const { pane, next } = await receiver(server);
  await server.tmux("select-pane", "-d", "-t", pane);
  await refusesAll(pane, "takes no input; turn its input back on and try again");
  await server.tmux("select-pane", "-e", "-t", pane);
  expect(await next()).toBe("");
});

test("a pane whose program has ended, and that was kept, is typed nothing", async () => {
  const pane = await server.pane("sh", "-c", "read -r line");
  await server.tmux("set-option", "-p", "-t", pane, "remain-on-exit", "on");
  await server.tmux("send-keys", "-t", pane, "Enter");
  await until("its program ended", async () => (await server.format(pane, "#{pane_dead}")) === "1");
  await refusesAll(
    pane,
    "has no program any more: it ended, and the pane was kept; close it, or run tmux respawn-pane",
  );
});

test("in a synchronised window only the pane that was named is typed into", async () => {
  for (const scope of [
    ["-w", "-p"],
    ["-p", "-w"],
  ] as const) {
    const first = await receiver(server);
    const second = await receiver(server);
    await server.tmux("join-pane", "-d", "-s", second.pane, "-t", first.pane);
    for (const pane of [first.pane, second.pane]) {
      await server.tmux("set-option", scope[0], "-t", pane, "synchronize-panes", "on");
    }
    const before = await optionsOf(first.pane);
    await server.taw("pane", "send-text", first.pane, "text");
    await server.taw("pane", "send-keys", first.pane, "up", "a", "ctrl+space");
    await server.taw("pane", "run", first.pane, "make");
    expect(await optionsOf(first.pane)).toEqual(before);
    for (const pane of [first.pane, second.pane]) {
      await server.tmux("set-option", `${scope[0]}u`, "-t", pane, "synchronize-panes");
    }
    expect(await second.next()).toBe("");
    expect(await first.next()).toBe("text\u001b[Aa\0make\r");
  }
});

/** What the pane and its window hold of their own, and what is in force. */
const optionsOf = (pane: string): Promise<string[]> =>
  Promise.all([
    server.tmux("show-options", "-p", "-t", pane),
    server.tmux("show-options", "-w", "-t", pane),
    server.format(pane, "#{pane_synchronized}"),
  ]);

test("a pane that dies while it is typed into is reported gone or was typed into: nothing hangs, no buffer stays", async () => {
  const panes = await Promise.all(Array.from({ length: 8 }, () => server.pane()));
  const ends = panes.map((pane) => server.tmux("kill-pane", "-t", pane));
  const runs = panes.map((pane) => server.taw("pane", "send-text", pane, "late"));
  await Promise.all(ends);
  for (const ran of await Promise.all(runs)) {
    if (ran.code !== 0) expect(failureOf(ran)).toMatchObject({ code: "not_found" });
  }
  expect(await server.tmux("list-buffers")).toBe("");
});
