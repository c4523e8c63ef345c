import { expect, test } from "bun:test";
import { agentName, agentText, shellKind, shellText, worldOf } from "../../../tui/world.ts";
import { agent, busy, pane, space, state, worktree } from "../../support/cockpit.ts";

const one = pane("w1", 1, "tests");

test("an agent is called by the user's label, else its tab; its row says its text", () => {
  const bare = agent(one, "pi", "idle", 1, "");
  expect(agentName(bare, one)).toBe("tests");
  expect(agentName({ ...bare, name: "builder" }, one)).toBe("builder");
  expect(agentText({ ...bare, text: "Fix  the parser ", title: "◇ Ready" })).toBe("Fix the parser");
  expect(agentText({ ...bare, title: "◇ Ready" })).toBe("");
  const unread = {
    ...bare,
    watched: false,
    unwatched_reason: "its pipe is used by another program",
  };
  expect(agentText(unread)).toBe("not watched: its pipe is used by another program");
});

test("a pane without an agent is called by its program", () => {
  expect(shellKind({ ...one, command: "/usr/bin/tail -f dev.log" })).toBe("tail");
  expect(shellText({ ...one, command: "/usr/bin/tail -f dev.log" })).toBe(
    "/usr/bin/tail -f dev.log",
  );
  expect([shellKind({ ...one, command: "-bash" }), shellKind({ ...one, command: "" })]).toEqual([
    "bash",
    "shell",
  ]);
  expect(shellText({ ...one, command: "zsh" })).toBe("");
});

test("worktrees stand under their repository's workspace, and alone where that is not open", () => {
  const names = worldOf(busy()).items.map((item) =>
    item.kind === "space"
      ? [item.space.name, item.space.place, item.space.isLast]
      : [item.worktree.name, "closed", item.worktree.isLast],
  );
  expect(names.slice(0, 4)).toEqual([
    ["api", "alone", false],
    ["feat/login", "linked", false],
    ["fix/csv", "closed", true],
    ["web", "alone", false],
  ]);
  const linked = busy().spaces.filter(({ label }) => label === "feat/login");
  const orphan = state({
    spaces: [...linked, space("w9", "other")],
    worktrees: [worktree("/x", "b", "api")],
  });
  expect(worldOf(orphan).items.length).toBe(2);
});
