import { afterAll, expect, test } from "bun:test";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  ensurePrivateFolder,
  folderState,
  listFolder,
  readText,
  writeTextAtomically,
} from "../../../src/system/files.ts";

const root = mkdtempSync(join(tmpdir(), "taw-files-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let made = 0;
function freshFolder(): string {
  const folder = join(root, `case-${(made += 1)}`);
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

test("a file that is not there reads as null, also under a file", async () => {
  const folder = freshFolder();
  writeFileSync(join(folder, "file"), "text");
  expect(await readText(join(folder, "missing"))).toBeNull();
  expect(await readText(join(folder, "file", "below"))).toBeNull();
});

test("a byte order mark is dropped and line ends are kept", async () => {
  const path = join(freshFolder(), "bom");
  writeFileSync(path, "\uFEFFone\r\ntwo\n");
  expect(await readText(path)).toBe("one\r\ntwo\n");
});

test("what is no ordinary file is refused with the path and the reason", async () => {
  const folder = freshFolder();
  symlinkSync("loop", join(folder, "loop"));
  Bun.spawnSync(["mkfifo", join(folder, "fifo")]);
  await expect(readText(join(folder, "loop"))).rejects.toThrow(
    `cannot read ${folder}/loop: its links go round in a circle`,
  );
  await expect(readText(folder)).rejects.toThrow(
    `cannot read ${folder}: it is not an ordinary file`,
  );
  await expect(readText(join(folder, "fifo"))).rejects.toThrow("it is not an ordinary file");
});

test("a file over the limit is refused before it is read", async () => {
  const path = join(freshFolder(), "large");
  writeFileSync(path, "x".repeat(101));
  expect(await readText(path, 101)).toHaveLength(101);
  await expect(readText(path, 100)).rejects.toThrow(`cannot read ${path}: it is over 100 bytes`);
});

test("a folder's names are sorted, a missing folder has none, and a file is refused as one", async () => {
  const folder = freshFolder();
  for (const name of ["b", "a", "c"]) writeFileSync(join(folder, name), "");
  expect(await listFolder(folder)).toEqual(["a", "b", "c"]);
  expect(await listFolder(join(folder, "missing"))).toEqual([]);
  await expect(listFolder(join(folder, "a"))).rejects.toThrow(
    `cannot list ${folder}/a: a part of the path is not a folder`,
  );
});

test("a write replaces the file whole, keeps its mode and leaves no draft", async () => {
  const folder = freshFolder();
  const path = join(folder, "config.toml");
  await writeTextAtomically(path, "one");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  chmodSync(path, 0o666);
  await writeTextAtomically(path, "two");
  expect(readFileSync(path, "utf8")).toBe("two");
  expect(statSync(path).mode & 0o777).toBe(0o666);
  expect(readdirSync(folder)).toEqual(["config.toml"]);
});

test("a write through a link replaces what the link names and keeps the link", async () => {
  const folder = freshFolder();
  mkdirSync(join(folder, "dotfiles"));
  writeFileSync(join(folder, "dotfiles/config.toml"), "old");
  symlinkSync("dotfiles/config.toml", join(folder, "config.toml"));
  await writeTextAtomically(join(folder, "config.toml"), "new");
  expect(lstatSync(join(folder, "config.toml")).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder, "dotfiles/config.toml"), "utf8")).toBe("new");
});

test("a write that fails says why and leaves the folder as it was", async () => {
  const folder = freshFolder();
  mkdirSync(join(folder, "taken"));
  await expect(writeTextAtomically(join(folder, "taken"), "text")).rejects.toThrow(
    `cannot write ${folder}/taken: it is a folder`,
  );
  await expect(writeTextAtomically(join(folder, "no/such"), "text")).rejects.toThrow(
    "the folder it should be in is not there",
  );
  expect(readdirSync(folder)).toEqual(["taken"]);
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

test.if(!isRoot)("a file without read permission is refused with the reason", async () => {
  const path = join(freshFolder(), "secret");
  writeFileSync(path, "text", { mode: 0o000 });
  await expect(readText(path)).rejects.toThrow(`cannot read ${path}: permission denied`);
});
