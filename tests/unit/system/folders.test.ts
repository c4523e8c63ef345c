import { afterAll, expect, test } from "bun:test";
import { chmodSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensurePrivateFolder, folderState, listFolder } from "../../../src/system/folders.ts";
import { caseFolders } from "../../support/case-folders.ts";

const { freshFolder, removeAll } = caseFolders();
afterAll(removeAll);

test("a folder's names are sorted, a missing folder has none, and a file is refused as one", async () => {
  const folder = freshFolder();
  for (const name of ["b", "a", "c"]) writeFileSync(join(folder, name), "");
  expect(await listFolder(folder)).toEqual(["a", "b", "c"]);
  expect(await listFolder(join(folder, "missing"))).toEqual([]);
  await expect(listFolder(join(folder, "a"))).rejects.toThrow(
    `cannot list ${folder}/a: a part of the path is not a folder`,
  );
});

test("a private folder is made with 0700, and made again when it vanished", async () => {
  const path = join(freshFolder(), "run/taw");
  expect(await folderState(path)).toEqual({ state: "missing" });
  await ensurePrivateFolder(path);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  rmSync(path, { recursive: true });
  await ensurePrivateFolder(path);
  expect(await folderState(path)).toEqual({ state: "private" });
});

test("a folder that is a link, a file, or open to others is refused with the reason", async () => {
  const folder = freshFolder();
  mkdirSync(join(folder, "open"));
  chmodSync(join(folder, "open"), 0o755);
  mkdirSync(join(folder, "ours"), { mode: 0o700 });
  symlinkSync("ours", join(folder, "link"));
  writeFileSync(join(folder, "file"), "");
  await expect(ensurePrivateFolder(join(folder, "open"))).rejects.toThrow(
    `cannot use the folder ${folder}/open: others may use it (mode 0755; it wants 0700)`,
  );
  await expect(ensurePrivateFolder(join(folder, "link"))).rejects.toThrow("it is a link");
  await expect(ensurePrivateFolder(join(folder, "file"))).rejects.toThrow("it is not a folder");
});

const isRoot = process.getuid?.() === 0;

test.if(isRoot)("a folder of another user is refused", async () => {
  const path = join(freshFolder(), "theirs");
  mkdirSync(path, { mode: 0o700 });
  Bun.spawnSync(["chown", "4321", path]);
  expect(await folderState(path)).toEqual({ state: "refused", reason: "it belongs to user 4321" });
});
