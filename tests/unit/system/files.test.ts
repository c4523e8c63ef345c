import { afterAll, expect, test } from "bun:test";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { readText, writeTextAtomically } from "../../../src/system/files.ts";
import { caseFolders } from "../../support/case-folders.ts";

const { freshFolder, removeAll } = caseFolders();
afterAll(removeAll);

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

const isRoot = process.getuid?.() === 0;

test.if(!isRoot)("a file without read permission is refused with the reason", async () => {
  const path = join(freshFolder(), "secret");
  writeFileSync(path, "text", { mode: 0o000 });
  await expect(readText(path)).rejects.toThrow(`cannot read ${path}: permission denied`);
});
