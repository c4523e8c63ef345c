import { expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { isUsable, runtimeFolder } from "../../../src/system/runtime.ts";
import { sandbox } from "../../support/sandbox.ts";

const server = { socketPath: "/tmp/tmux-0/default", pid: 41, startUnix: 1_700_000_000 };
/** A user whose folder in /tmp no test but these uses. */
const uid = 4_000_000 + process.pid;

test("the folder is taw's under XDG_RUNTIME_DIR, one for each server, private, and made again when it vanished", async () => {
  await using box = sandbox();
  const run = box.env["XDG_RUNTIME_DIR"] ?? "";
  const folder = await runtimeFolder(box.env, server, uid);
  expect(folder).toMatch(new RegExp(`^${run}/taw/[0-9a-f]{8}$`));
  expect(await runtimeFolder(box.env, { ...server, startUnix: 1_700_000_001 }, uid)).not.toBe(
    folder,
  );
  expect(await isUsable(folder)).toBe(true);
  rmSync(join(run, "taw"), { recursive: true });
  expect(await isUsable(folder)).toBe(false);
  expect(await runtimeFolder(box.env, server, uid)).toBe(folder);
  expect(await isUsable(folder)).toBe(true);
});

test("folders of servers that have ended go when a new one is made; one with a socket, or a young one, stays", async () => {
  await using box = sandbox();
  const made = (startUnix: number, env = box.env) =>
    runtimeFolder(env, { ...server, startUnix }, uid);
  const [ended, listening] = [await made(1), await made(2)];
  writeFileSync(join(listening, "l/1-abcdefgh"), "");
  const long = new Date(Date.now() - 2 * 3_600_000);
  mkdirSync(join(ended, "hooks"));
  for (const folder of [ended, listening]) utimesSync(join(folder, "l"), long, long);
  const young = await made(3);
  expect([ended, listening, young].map((folder) => existsSync(folder))).toEqual([
    false,
    true,
    true,
  ]);
  await made(4);
  expect(existsSync(young)).toBe(true);
});

test("a taw folder that is open to others, or a link, is refused with the reason", async () => {
  await using box = sandbox();
  const taw = join(box.env["XDG_RUNTIME_DIR"] ?? "", "taw");
  mkdirSync(taw, { mode: 0o700 });
  chmodSync(taw, 0o755);
  await expect(runtimeFolder(box.env, server, uid)).rejects.toThrow(
    `cannot use the folder ${taw}: others may use it (mode 0755; it wants 0700)`,
  );
  rmSync(taw, { recursive: true });
  symlinkSync(box.home, taw);
  await expect(runtimeFolder(box.env, server, uid)).rejects.toThrow("it is a link");
});

test("a runtime dir that is not ours alone, relative, or too long for a socket gives way to /tmp", async () => {
  await using box = sandbox();
  const open = join(box.root, "open");
  mkdirSync(open);
  chmodSync(open, 0o777);
  const long = join(box.root, "x".repeat(60));
  mkdirSync(long, { mode: 0o700 });
  try {
    for (const folder of [open, long, "run", ""]) {
      const given = await runtimeFolder({ ...box.env, XDG_RUNTIME_DIR: folder }, server, uid);
      expect(given).toStartWith(`/tmp/taw-${uid}/`);
    }
  } finally {
    rmSync(`/tmp/taw-${uid}`, { recursive: true, force: true });
  }
});
