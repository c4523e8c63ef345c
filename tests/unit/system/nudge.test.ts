import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nudge } from "../../../src/system/nudge.ts";

const root = mkdtempSync(join(tmpdir(), "taw-nudge-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function listen(name: string, onOpen: (socket: Bun.Socket<undefined>) => void) {
  const path = join(root, name);
  const server = Bun.listen({ unix: path, socket: { open: onOpen, data: () => undefined } });
  return { path, [Symbol.dispose]: () => server.stop(true) };
}

test("a nudge is answered when the watcher has looked", async () => {
  const opened = Promise.withResolvers<Bun.Socket<undefined>>();
  using watcher = listen("answers", opened.resolve);
  const answer = nudge(watcher.path, 5000);
  const socket = await opened.promise;
  expect(Bun.peek.status(answer)).toBe("pending");
  socket.end("done\n");
  expect(await answer).toBe(true);
});

test("a watcher that answers at once is heard too", async () => {
  using watcher = listen("at-once", (socket) => void socket.end("done\n"));
  const answers = Array.from({ length: 50 }, () => nudge(watcher.path, 5000));
  expect(new Set(await Promise.all(answers))).toEqual(new Set([true]));
});

test("a watcher that is gone, something else that answers, and one that says nothing in time have not looked", async () => {
  using silent = listen("silent", () => undefined);
  using other = listen("other", (socket) => void socket.write("who is there?\n"));
  expect(await nudge(join(root, "gone"), 5000)).toBe(false);
  expect(await nudge(other.path, 5000)).toBe(false);
  expect(await nudge(silent.path, 20)).toBe(false);
});
