import { expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { loadInto } from "../../support/loaded.ts";
import { sandbox } from "../../support/sandbox.ts";
import type { Sandbox } from "../../support/sandbox.ts";
import { bin } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import { watcherOf } from "../../support/watching.ts";

/** A machine whose PATH has only what a watcher needs, and in a folder of its own. */
function bareMachine(): { box: Sandbox; programs: string } {
  const box = sandbox();
  const programs = join(box.root, "bin");
  mkdirSync(programs);
  for (const name of ["tmux", "bun", "cat"]) symlinkSync(found(name), join(programs, name));
  return { box: { ...box, env: { ...box.env, PATH: programs } }, programs };
}

function found(program: string): string {
  const path = Bun.which(program);
  if (path === null) throw new Error(`${program} is not on PATH`);
  return path;
}

/** The process group and the session of a process. */
function placeOf(pid: number): { group: number; session: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [, , group, session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { group: Number(group), session: Number(session) };
}

test.each([true, false])(
  "a watcher has a session of its own, where the machine has a program for that (%p) and where it has none",
  async (hasSetsid) => {
    const { box, programs } = bareMachine();
    await using _ = box;
    const called = join(box.root, "called");
    if (hasSetsid) {
      const path = join(programs, "setsid");
      writeFileSync(path, `#!/bin/sh\n: >'${called}'\nexec '${found("setsid")}' "$@"\n`);
      chmodSync(path, 0o755);
    }
    await using server = await tmuxServer({ box });
    await loadInto(server, bin);
    const { pid } = await watcherOf(server, await server.pane());
    expect(placeOf(pid)).toEqual({ group: pid, session: pid });
    expect(existsSync(called)).toBe(hasSetsid);
  },
);
