import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isFields } from "../../../src/core/json.ts";
import { failureOf, fieldsOf, listOf, resultOf } from "../../support/answer.ts";
import type { Made, RepositoryServer } from "../../support/repository.ts";
import { repositoryServer } from "../../support/repository.ts";

let server: RepositoryServer;
let made: Made;
beforeEach(async () => {
  server = await repositoryServer();
  made = await server.create("feat/x");
});
afterEach(() => server.close());

/** Writes config.toml, and the scripts that it names in single quotes. */
async function config(lines: string): Promise<void> {
  const folder = join(server.box.home, ".config/tmux-agent-wizard");
  mkdirSync(folder, { recursive: true });
  await Bun.write(join(folder, "config.toml"), lines);
}

const KEEPS_WHAT_IT_IS_TOLD = "env >~/told.env; cat >~/told.json; pwd >~/told.cwd";

const told = (name: string): string => readFileSync(join(server.box.home, `told.${name}`), "utf8");

function toldContext() {
  const context: unknown = JSON.parse(told("json"));
  if (!isFields(context)) throw new Error(`no context: ${told("json")}`);
  return context;
}

const openIds = async () =>
  listOf(await server.taw("workspace", "list"), "workspaces")
    .map((one) => one["workspace_id"])
    .toSorted();

const remove = (...words: string[]) =>
  server.worktree("remove", "--workspace", made.workspaceId, ...words);

describe("pre_worktree_remove is asked before a worktree is removed", () => {
  test("and refuses it with what it says, forced or not, on both faces", async () => {
    await config(`[hooks]\npre_worktree_remove = "echo not before friday >&2; exit 3"\n`);
    const words = ["remove", "--workspace", made.workspaceId];
    for (const ran of [await remove(), await remove("--force"), await server.herdr(...words)]) {
      const failure = failureOf(ran);
      expect(failure).toMatchObject({ code: "hook_refused", exit: 1 });
      expect(failure.message).toContain("pre_worktree_remove");
      expect(failure.message).toContain("not before friday");
    }
    expect(existsSync(join(made.path, "README"))).toBe(true);
    expect(await openIds()).toEqual(["w1", made.workspaceId]);
  });

  test("with the worktree, its workspace and its folder, and no question about the workspace", async () => {
    const hook = `pre_worktree_remove = ["${KEEPS_WHAT_IT_IS_TOLD}"]\npre_close = "exit 1"\n`;
    await config(`[hooks]\n${hook}`);
    await server.tmux("set-environment", "-t", "=api--feat-x:", "OWN", 'a "b" $c `d` \\e');
    await server.tmux("set-environment", "-t", "=api--feat-x:", "-r", "TERM");
    resultOf(await remove());
    expect(existsSync(made.path)).toBe(false);
    expect(toldContext()).toMatchObject({
      event: "pre_worktree_remove",
      workspace_id: made.workspaceId,
      workspace_label: "api--feat-x",
      selected_text: null,
      worktree: {
        checkout_path: made.path,
        repo_root: server.repo,
        is_linked_worktree: true,
        path: made.path,
        branch: "feat/x",
      },
      workspace: { workspace_id: made.workspaceId },
    });
    const lines = told("env").split("\n");
    const [pid] = (await server.format("%0", "#{pid}")).split(" ");
    for (const line of [
      "TAW_EVENT=pre_worktree_remove",
      "TAW_SESSION=api--feat-x",
      `TAW_WORKSPACE_ID=${made.workspaceId}`,
      `TAW_WORKTREE=${made.path}`,
      `TAW_REPO=${server.repo}`,
      "TAW_BRANCH=feat/x",
      'OWN=a "b" $c `d` \\e',
      `TMUX=${server.socketPath},${pid},1`,
    ]) {
      expect(lines).toContain(line);
    }
    expect(lines.filter((line) => line.startsWith("TERM="))).toEqual([]);
    expect(told("cwd")).toBe(`${made.path}\n`);
  });

  test("of a closed one without a workspace", async () => {
    resultOf(await server.taw("workspace", "close", made.workspaceId));
    await config(`[hooks]\npre_worktree_remove = "${KEEPS_WHAT_IT_IS_TOLD}"\n`);
    resultOf(await remove());
    expect(toldContext()).toMatchObject({ workspace: null, worktree: { path: made.path } });
    expect(told("env")).not.toContain("TAW_SESSION");
  });

  test("not of one that is refused anyway, nor of one that is gone", async () => {
    await config(`[hooks]\npre_worktree_remove = "${KEEPS_WHAT_IT_IS_TOLD}"\n`);
    await Bun.write(join(made.path, "new"), "");
    expect(failureOf(await remove())).toMatchObject({ code: "worktree_dirty" });
    await server.git(["worktree", "remove", "--force", made.path]);
    resultOf(await remove());
    expect(existsSync(join(server.box.home, "told.json"))).toBe(false);
  });

  test("and what it leaves in the worktree is seen by git, which is not forced", async () => {
    await config(`[hooks]\npre_worktree_remove = "echo kept >kept"\n`);
    expect(failureOf(await remove())).toMatchObject({ code: "worktree_dirty" });
    expect(await Bun.file(join(made.path, "kept")).text()).toBe("kept\n");
    expect(await openIds()).toEqual(["w1", "w2"]);
  });

  test("and one that takes too long refuses", async () => {
    await config(
      `[sessions]\nhook_timeout_seconds = 0.2\n[hooks]\npre_worktree_remove = "sleep 60"\n`,
    );
    const failure = failureOf(await remove());
    expect(failure.code).toBe("hook_refused");
    expect(failure.message).toContain("took longer than 0.2 s");
    expect(existsSync(made.path)).toBe(true);
  });

  test("each command of a list is asked, up to the first that refuses", async () => {
    const commands = `["touch ~/one", "exit 1", "touch ~/three"]`;
    await config(`[hooks]\npre_worktree_remove = ${commands}\n`);
    expect(failureOf(await remove())).toMatchObject({ code: "hook_refused" });
    expect(existsSync(join(server.box.home, "one"))).toBe(true);
    expect(existsSync(join(server.box.home, "three"))).toBe(false);
  });
});

describe("pre_close is asked before a workspace, a tab or a pane closes", () => {
  test.each([
    ["workspace", "w2"],
    ["tab", "w2:t2"],
    ["pane", "w2:p2"],
  ])("%s close is refused, and closes nothing", async (group, id) => {
    await config(`[hooks]\npre_close = "echo busy >&2; exit 1"\n`);
    const failure = failureOf(await server.taw(group, "close", id));
    expect(failure.code).toBe("hook_refused");
    expect(failure.message).toContain("busy");
    expect(await openIds()).toEqual(["w1", "w2"]);
    await config(`[hooks]\npre_close = "${KEEPS_WHAT_IT_IS_TOLD}"\n`);
    resultOf(await server.taw(group, "close", id));
    expect(toldContext()).toMatchObject({
      event: "pre_close",
      workspace_id: "w2",
      tab_id: "w2:t2",
      focused_pane_id: "w2:p2",
      focused_pane_cwd: made.path,
      pane: { pane_id: "w2:p2" },
    });
    expect(told("env")).toContain("TAW_EVENT=pre_close");
    expect(told("cwd")).toBe(`${made.path}\n`);
    expect(await openIds()).toEqual(["w1"]);
  });

  test("--group asks about every workspace before it closes any, and one refusal keeps them all", async () => {
    const other = await server.create("other");
    await config(`[hooks]\npre_close = "echo $TAW_SESSION >>~/asked; test $TAW_SESSION != main"\n`);
    const failure = failureOf(await server.taw("workspace", "close", "w1", "--group"));
    expect(failure).toMatchObject({ code: "hook_refused" });
    const asked = readFileSync(join(server.box.home, "asked"), "utf8").trim().split("\n");
    expect(asked.toSorted()).toEqual(["api--feat-x", "api--other", "main"]);
    expect(await openIds()).toEqual(["w1", made.workspaceId, other.workspaceId]);
  });

  test("a file that cannot be taken refuses where it speaks of the question, since nobody can be asked", async () => {
    await config(`[hooks]\npre_close = "true"\nbroken = \n`);
    const failure = failureOf(await server.taw("pane", "close", "w2:p2"));
    expect(failure).toMatchObject({ code: "hook_refused", exit: 1 });
    expect(failure.message).toContain("config.toml:3");
    expect(await openIds()).toEqual(["w1", "w2"]);
    await config(`[hooks]\nbroken = \n`);
    resultOf(await server.taw("pane", "close", "w2:p2"));
    expect(await openIds()).toEqual(["w1"]);
  });

  test("where nothing is hooked nothing is asked, whatever else is wrong with the file", async () => {
    await config(`[hooks]\npre_close = 7\n`);
    const { result } = made;
    expect(fieldsOf(result, "workspace")["workspace_id"]).toBe("w2");
    resultOf(await server.taw("workspace", "close", "w2"));
  });
});
