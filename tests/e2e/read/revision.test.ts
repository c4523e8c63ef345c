import { afterAll, beforeAll, expect, test } from "bun:test";
import { fieldsOf, listOf, resultOf } from "../../support/answer.ts";
import { serveSocket } from "../../support/herdr-socket.ts";
import type { HerdrSocket } from "../../support/herdr-socket.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
let socket: HerdrSocket;
beforeAll(async () => {
  server = await tmuxServer();
  await server.taw("tmux", "load");
  socket = await serveSocket(server);
});
afterAll(async () => {
  await socket[Symbol.asyncDispose]();
  await server.close();
});

/** The fresh number, by the command line; a poller on the socket is given it from memory, at most a second later. */
async function listed(paneId: string): Promise<number> {
  const ran = await server.taw("--face=herdr", "pane", "list");
  const record = listOf(ran, "panes").find((one) => one["pane_id"] === paneId);
  return Number(record?.["revision"]);
}

async function told(paneId: string): Promise<number> {
  const { result } = await socket.ask("pane.get", { pane_id: paneId });
  return Number(fieldsOf(result, "pane")["revision"]);
}

test.each([
  ["pane list", listed],
  ["pane.get", told],
] as const)(
  "a pane's revision in %s moves when the pane draws, grows, and rests while it is silent",
  async (_, revision) => {
    const tmuxId = await server.pane();
    const paneId = String(
      fieldsOf(resultOf(await server.taw("pane", "get", tmuxId)), "pane")["pane_id"],
    );
    let typed = 0;
    const type = async () => {
      typed += 1;
      await server.tmux("send-keys", "-t", tmuxId, "x");
      await until("it is drawn", async () => (await server.paneText(tmuxId)).length === typed);
    };
    const first = await until(
      "it is known",
      () => revision(paneId),
      (now) => now >= 0,
    );
    await type();
    const moved = await until(
      "it has moved",
      () => revision(paneId),
      (now) => now !== first,
    );
    await until(
      "it has grown",
      async () => {
        await type();
        return revision(paneId);
      },
      (now) => now > moved,
    );
    const last = await listed(paneId);
    await until(
      "the last letter is told",
      () => revision(paneId),
      (now) => now === last,
    );
    await server.tmux("send-keys", "-t", "%0", "elsewhere");
    await until("another tab has drawn", async () =>
      (await server.paneText("%0")).includes("elsewhere"),
    );
    expect(await revision(paneId)).toBe(last);
  },
);
