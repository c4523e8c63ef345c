import { afterAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { VERBS } from "../../../src/verbs/index.ts";
import { sandbox } from "../../support/sandbox.ts";
import { taw } from "../../support/taw.ts";

const box = sandbox();
afterAll(() => box.close());

/** Making a workspace is what starts a server. */
const STARTS = "workspace create";

/** Needs nothing that is there. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  "machine feed": ["--once"],
  "pane send-keys": ["%0", "a"],
  "tab close": ["@0"],
  "workspace close": ["$0"],
};

const socketOf = (name: string): string =>
  join(box.env["TMUX_TMPDIR"] ?? "", `tmux-${process.getuid?.() ?? 0}`, name);

test("where no tmux server runs, no verb but the one that makes a workspace starts one, with the user's tmux.conf", async () => {
  const ran = join(box.root, "ran");
  await Bun.write(join(box.home, ".tmux.conf"), `run-shell "touch '${ran}'"`);
  const verbs = VERBS.filter(({ path, isHidden }) => isHidden !== true && path !== STARTS);
  const started: string[] = [];
  for (const [at, { path, face = "taw" }] of verbs.entries()) {
    const name = `none-${at}`;
    const words = [...path.split(" "), ...(WORDS[path] ?? [])];
    await taw([`--face=${face}`, "-L", name, ...words], { env: box.env });
    if (existsSync(socketOf(name))) started.push(path);
  }
  expect(started).toEqual([]);
  expect(existsSync(ran)).toBe(false);
}, 30_000);
