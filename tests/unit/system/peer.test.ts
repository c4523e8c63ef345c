import { expect, test } from "bun:test";
import { join } from "node:path";
import { peerOf } from "../../../src/system/peer.ts";
import type { Peer } from "../../../src/system/peer.ts";
import { sandbox } from "../../support/sandbox.ts";
import { until } from "../../support/until.ts";

test("the kernel tells the pid and user of who connected", async () => {
  await using box = sandbox();
  const unix = join(box.root, "socket");
  const seen: (Peer | null)[] = [];
  const server = Bun.listen({
    unix,
    socket: {
      data: (socket) => {
        seen.push(peerOf("fd" in socket && typeof socket.fd === "number" ? socket.fd : -1));
      },
    },
  });
  const script = `Bun.connect({ unix: ${JSON.stringify(unix)}, socket: { open: (one) => void one.write("x"), data() {} } })`;
  const child = Bun.spawn([process.execPath, "-e", script], { env: { ...box.env } });
  await until("the child has connected", () => seen.length === 1);
  const uid = process.getuid?.() ?? 0;
  expect(seen[0]).toEqual({ pid: child.pid, uid });
  child.kill();
  const own = await Bun.connect({ unix, socket: { data() {} } });
  own.write("x");
  await until("this process has connected", () => seen.length === 2);
  expect(seen[1]).toEqual({ pid: process.pid, uid });
  server.stop(true);
});

test("a descriptor that is no connection has nobody on the other end", () => {
  expect(peerOf(-1)).toBe(null);
});
