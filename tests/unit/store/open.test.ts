import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Store } from "../../../src/store/open.ts";
import { openStore } from "../../../src/store/open.ts";
import { MIGRATIONS } from "../../../src/store/schema.ts";
import { sandbox } from "../../support/sandbox.ts";
import { run } from "../../support/taw.ts";

const NOW = Date.UTC(2026, 10, 30, 12);
const writer = join(import.meta.dir, "../../support/store-writer.ts");
const bun = [process.execPath, "--no-env-file", "--config=/dev/null"];

/** A state folder of its own, not made yet. */
function place() {
  const box = sandbox();
  const folder = join(box.root, "state");
  return {
    box,
    folder,
    path: join(folder, "state.db"),
    open: () => openStore({ folder, nowMs: () => NOW, busyMs: 5_000 }),
    [Symbol.asyncDispose]: () => box.close(),
  };
}

const keep = (store: Store, name: string): boolean =>
  store.write((database) =>
    database.run("INSERT INTO cockpit (name, value, kept_unix_ms) VALUES (?, 'x', 1)", [name]),
  );

const names = (store: Store): string[] =>
  store.read(["nothing can be read"], (database) =>
    database
      .query<{ name: string }, []>("SELECT name FROM cockpit ORDER BY name")
      .all()
      .map(({ name }) => name),
  );

/** What the writing processes have counted to. */
const counted = (store: Store): string =>
  store.read(
    "nothing can be read",
    (database) =>
      database.query<{ value: string }, []>("SELECT value FROM cockpit").get()?.value ?? "0",
  );

/** Fills the store and spoils every page of its file but the first, which alone is read when it is opened. */
async function spoiled(path: string, store: Store): Promise<void> {
  for (let row = 0; row < 400; row += 1) keep(store, `${"row".repeat(20)}${row}`);
  store.close();
  const bytes = readFileSync(path);
  bytes.fill(7, 4096);
  await Bun.write(path, bytes);
}

test("state.db is made with its folder, for its owner alone, and is there the next time", async () => {
  await using at = await place();
  const first = await at.open();
  expect([keep(first, "a"), first.takeProblem()]).toEqual([true, ""]);
  const modes = readdirSync(at.folder).map((name) => statSync(join(at.folder, name)).mode & 0o777);
  expect(new Set(modes)).toEqual(new Set([0o600]));
  expect(statSync(at.folder).mode & 0o777).toBe(0o700);
  first.close();
  const second = await at.open();
  expect(names(second)).toEqual(["a"]);
  second.close();
});

test("rights that others have on the file are taken off", async () => {
  await using at = await place();
  (await at.open()).close();
  chmodSync(at.path, 0o644);
  (await at.open()).close();
  expect(statSync(at.path).mode & 0o777).toBe(0o600);
});

test("who reads does not wait for who writes", async () => {
  await using at = await place();
  const store = await at.open();
  keep(store, "a");
  using other = new Database(at.path);
  other.run("BEGIN IMMEDIATE");
  other.run("INSERT INTO cockpit (name, value, kept_unix_ms) VALUES ('b', 'x', 1)");
  expect(names(store)).toEqual(["a"]);
  other.run("COMMIT");
  expect(names(store)).toEqual(["a", "b"]);
  store.close();
});

test("a change that fails half-way leaves nothing behind", async () => {
  await using at = await place();
  const store = await at.open();
  const write = () =>
    store.write((database) => {
      database.run("INSERT INTO cockpit (name, value, kept_unix_ms) VALUES ('half', 'x', 1)");
      throw new Error("a bug");
    });
  expect(write).toThrow("a bug");
  expect(names(store)).toEqual([]);
  store.close();
});

test("four processes that begin at once and count to two hundred each lose no count", async () => {
  await using at = await place();
  const one = () => run([...bun, writer, at.folder, "200"], { env: at.box.env });
  const ended = await Promise.all([one(), one(), one(), one()]);
  expect(ended.map(({ stdout, stderr }) => stdout + stderr)).toEqual(Array(4).fill("kept 200\n"));
  const store = await at.open();
  expect(counted(store)).toBe("800");
  store.close();
});

test.each([
  ["words that are no database", (path: string) => writeFileSync(path, "no database ".repeat(900))],
  ["a header and nothing more", (path: string) => writeFileSync(path, "SQLite format 3\0")],
  ["a folder", (path: string) => mkdirSync(path)],
  ["a fifo", (path: string) => void Bun.spawnSync(["mkfifo", path])],
])(
  "%s in its place is set aside under a name with the time, and a new one is begun",
  async (_, spoil) => {
    await using at = await place();
    mkdirSync(at.folder);
    spoil(at.path);
    const store = await at.open();
    const aside = `${at.path}.broken-20261130T120000000Z`;
    expect(store.takeProblem()).toBe(
      `state.db was damaged and a new one is begun; the old one is ${aside}`,
    );
    expect([keep(store, "a"), names(store)]).toEqual([true, ["a"]]);
    expect(store.takeProblem()).toBe("");
    store.close();
    expect(readdirSync(at.folder)).toContain("state.db.broken-20261130T120000000Z");
    const again = await at.open();
    expect([names(again), again.takeProblem()]).toEqual([["a"], ""]);
    again.close();
  },
);

test("an empty file is a new database", async () => {
  await using at = await place();
  mkdirSync(at.folder);
  writeFileSync(at.path, "");
  const store = await at.open();
  expect([keep(store, "a"), store.takeProblem()]).toEqual([true, ""]);
  store.close();
});

test("damage that shows while it is in use sets the file aside, and the change lands in the new one", async () => {
  await using at = await place();
  await spoiled(at.path, await at.open());
  const store = await at.open();
  expect(store.takeProblem()).toBe("");
  expect([keep(store, "a"), names(store)]).toEqual([true, ["a"]]);
  expect(store.takeProblem()).toContain("state.db was damaged and a new one is begun");
  store.close();
});

test("who finds the damage after another has set the file aside leaves the new one alone", async () => {
  await using at = await place();
  await spoiled(at.path, await at.open());
  const [late, early] = [await at.open(), await at.open()];
  expect(keep(early, "early")).toBe(true);
  // The journal that the other one has open is the old file's.
  expect(readdirSync(at.folder)).toContain("state.db.broken-20261130T120000000Z-wal");
  expect([keep(late, "late"), names(late)]).toEqual([true, ["early", "late"]]);
  expect(names(early)).toEqual(["early", "late"]);
  early.close();
  late.close();
  expect(readdirSync(at.folder).filter((name) => /broken-\w+$/.test(name)).length).toBe(1);
});

test("a damaged file's journal is not played into the new one", async () => {
  await using at = await place();
  const first = await at.open();
  keep(first, "of before");
  first.close();
  const second = await at.open();
  keep(second, "in the journal");
  const journal = readFileSync(`${at.path}-wal`);
  second.close();
  writeFileSync(at.path, "no database ".repeat(900));
  writeFileSync(`${at.path}-wal`, journal);
  const store = await at.open();
  expect([names(store), keep(store, "a"), names(store)]).toEqual([[], true, ["a"]]);
  store.close();
});

test("eight processes that find it damaged at once set one file aside and all use the new one", async () => {
  await using at = await place();
  mkdirSync(at.folder);
  writeFileSync(at.path, "no database ".repeat(900));
  const one = () => run([...bun, writer, at.folder, "20"], { env: at.box.env });
  const ended = await Promise.all(Array.from({ length: 8 }, one));
  expect(ended.map(({ stdout }) => stdout)).toEqual(Array(8).fill("kept 20\n"));
  const store = await at.open();
  expect(counted(store)).toBe("160");
  store.close();
  const aside = readdirSync(at.folder).filter((name) => name.includes("broken"));
  expect(aside.length).toBe(1);
});

test("a newer taw's database is read, not written, with one warning", async () => {
  await using at = await place();
  const first = await at.open();
  keep(first, "a");
  first.close();
  using newer = new Database(at.path);
  newer.run("ALTER TABLE cockpit ADD COLUMN machine TEXT");
  newer.run(`PRAGMA user_version=${MIGRATIONS.length + 1}`);
  const store = await at.open();
  expect(store.takeProblem()).toBe(
    `state.db is of a newer taw, so nothing new is remembered (${at.path})`,
  );
  expect([keep(store, "b"), names(store), store.canKeep]).toEqual([false, ["a"], false]);
  expect(store.takeProblem()).toBe("");
  store.close();
});

test("an older database gets the steps it lacks and keeps its rows", async () => {
  await using at = await place();
  mkdirSync(at.folder);
  using older = new Database(at.path, { create: true });
  older.run(MIGRATIONS[0] ?? "");
  older.run("INSERT INTO last_heard VALUES ('here', '1 2', '{}', '{}', 3)");
  older.run("PRAGMA user_version=1");
  const store = await at.open();
  const heard = store.read(
    0,
    (database) => database.query("SELECT * FROM last_heard").all().length,
  );
  expect([heard, keep(store, "a"), store.takeProblem()]).toEqual([1, true, ""]);
  store.close();
});

test("steps only add", () => {
  for (const step of MIGRATIONS)
    expect(step).toMatch(/^(CREATE (TABLE|INDEX)|ALTER TABLE \w+ ADD)/);
});

test("without shared memory it is kept with a rollback journal", async () => {
  await using at = await place();
  mkdirSync(at.folder);
  // SQLite opens no memory through a link.
  symlinkSync(join(at.box.root, "nowhere"), `${at.path}-shm`);
  const store = await at.open();
  expect([keep(store, "a"), names(store), store.takeProblem()]).toEqual([true, ["a"], ""]);
  const journal = store.read<unknown>("", (database) =>
    database.query("PRAGMA journal_mode").get(),
  );
  expect(journal).toEqual({ journal_mode: "delete" });
  store.close();
  const again = await at.open();
  expect([keep(again, "b"), names(again)]).toEqual([true, ["a", "b"]]);
  again.close();
});

test("a state folder that cannot be made is told once, and everything reads as unknown", async () => {
  const store = await openStore({ folder: "/dev/null/taw", nowMs: () => NOW });
  expect(store.takeProblem()).toBe(
    "cannot make the folder /dev/null/taw: a part of the path is not a folder, so taw remembers nothing",
  );
  expect([keep(store, "a"), names(store), store.takeProblem()]).toEqual([
    false,
    ["nothing can be read"],
    "",
  ]);
  store.close();
});

test("a file that cannot be written is told once, and what it holds is still read", async () => {
  await using at = await place();
  const first = await at.open();
  keep(first, "a");
  first.close();
  // SQLite takes a folder in the place of its shared memory for a read-only file system.
  mkdirSync(`${at.path}-shm`);
  const store = await at.open();
  expect([names(store), keep(store, "b"), keep(store, "c")]).toEqual([["a"], false, false]);
  expect(store.takeProblem()).toBe(
    `state.db: it cannot be written, so taw remembers nothing (${at.path})`,
  );
  expect(store.takeProblem()).toBe("");
  store.close();
});

test("a disk that is full keeps what it has, and is told once", async () => {
  await using at = await place();
  (await at.open()).close();
  const limited = ["sh", "-c", 'ulimit -f 64; exec "$@"', "sh", ...bun, writer, at.folder, "5000"];
  const { stdout, code } = await run(limited, { env: at.box.env });
  expect(code).toBe(0);
  const [kept, ...told] = stdout.trim().split("\n");
  expect(told).toEqual([
    `state.db: the disk does not take it, so taw remembers nothing (${at.path})`,
  ]);
  const store = await at.open();
  expect(kept).toBe(`kept ${counted(store)}`);
  expect(keep(store, "a")).toBe(true);
  store.close();
});

test("another program that holds it does not hold the caller longer than it will wait", async () => {
  await using at = await place();
  const store = await openStore({ folder: at.folder, nowMs: () => NOW, busyMs: 50 });
  using other = new Database(at.path);
  other.run("BEGIN IMMEDIATE");
  const from = performance.now();
  expect(keep(store, "a")).toBe(false);
  expect(performance.now() - from).toBeLessThan(2_000);
  expect(store.takeProblem()).toBe(
    `state.db: another program holds it, so taw remembers nothing (${at.path})`,
  );
  other.run("ROLLBACK");
  expect(keep(store, "a")).toBe(true);
  store.close();
});
