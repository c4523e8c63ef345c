import { expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gitFacts, parseStatus } from "../../../src/system/git.ts";
import { sandbox } from "../../support/sandbox.ts";
import { run } from "../../support/taw.ts";

type Box = ReturnType<typeof sandbox>;

async function git(box: Box, cwd: string, ...words: string[]): Promise<void> {
  const who = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
  const { code, stderr } = await run(["git", ...who, ...words], { env: box.env, cwd });
  if (code !== 0) throw new Error(stderr);
}

async function repository(box: Box, name: string): Promise<string> {
  const folder = join(box.root, name);
  mkdirSync(folder);
  await git(box, folder, "init", "-q", "-b", "main");
  writeFileSync(join(folder, "file"), "one\n");
  await git(box, folder, "add", ".");
  await git(box, folder, "commit", "-qm", "first");
  return folder;
}

test("a checkout tells its branch, its distance and how many files changed, from any folder in it", async () => {
  await using box = sandbox();
  const origin = await repository(box, "origin");
  const folder = join(box.root, "a clone #{x}");
  await git(box, box.root, "clone", "-q", origin, folder);
  await git(box, folder, "commit", "-q", "--allow-empty", "-m", "second");
  writeFileSync(join(folder, "file"), "two\n");
  mkdirSync(join(folder, "new"));
  writeFileSync(join(folder, "new/a"), "");
  expect(await gitFacts(join(folder, "new"), box.env)).toEqual({
    branch: "main",
    ahead: 1,
    behind: 0,
    changed: 2,
  });
});

test("a folder that is no checkout, or is not there, tells nothing", async () => {
  await using box = sandbox();
  expect(await gitFacts(box.home, box.env)).toBeNull();
  expect(await gitFacts(join(box.root, "gone"), box.env)).toBeNull();
  const origin = await repository(box, "origin");
  const elsewhere = { ...box.env, GIT_DIR: join(origin, ".git") };
  expect(await gitFacts(box.home, elsewhere)).toBeNull();
});

test("nothing that a repository's own configuration names is run, and no lock is taken", async () => {
  await using box = sandbox();
  const folder = await repository(box, "hostile");
  const ran = join(box.root, "RAN");
  const touch = `touch '${ran}'; cat`;
  for (const [key, value] of [
    ["core.fsmonitor", touch],
    ["core.hooksPath", join(folder, "hooks")],
    ["core.pager", touch],
    ["filter.evil.clean", touch],
    ["filter.evil=x.process", touch],
  ] as const) {
    await git(box, folder, "config", key, value);
  }
  writeFileSync(join(folder, ".gitattributes"), "file filter=evil\n");
  writeFileSync(join(folder, "file"), "two\n");
  const index = Bun.file(join(folder, ".git/index"));
  const before = index.lastModified;
  expect(await gitFacts(folder, box.env)).toMatchObject({ branch: "main", changed: 2 });
  expect(existsSync(ran)).toBe(false);
  expect(Bun.file(join(folder, ".git/index")).lastModified).toBe(before);
});

test("a rename counts once, a detached head has no branch, ignored files do not count", () => {
  const words = [
    "# branch.oid 1",
    "# branch.head (detached)",
    "# branch.ab +2 -13",
    "2 R. N... 100644 100644 100644 a b R100 new name",
    "? old name",
    "1 .M N... 100644 100644 100644 a b it",
    "u UU N... 1 2 3 4 a b c both",
    "? untracked",
    "! ignored",
    "",
  ];
  expect(parseStatus(words.join("\0"))).toEqual({ branch: "", ahead: 2, behind: 13, changed: 4 });
});
