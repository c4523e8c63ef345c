import { afterAll, beforeAll, expect, test } from "bun:test";
import { failureOf, listOf } from "../../support/answer.ts";
import { attachClient } from "../../support/client.ts";
import { shownOn } from "../../support/spaces.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer();
  for (const index of [1, 4, 9])
    await server.tmux("new-window", "-d", "-t", `=main:${index}`, "-n", `tab${index}`, "cat");
});
afterAll(() => server.close());

const move = (tab: string, index: number, ...face: string[]) =>
  server.taw(...face, "tab", "move", tab, "--insert-index", String(index));

const order = (session = "main") =>
  server.tmux("list-windows", "-t", `=${session}:`, "-F", "#{window_index}#{window_id}");

/** Puts the tabs back in the order they were made in. */
async function inOrder(): Promise<void> {
  for (const [at, tab] of ["w1:t1", "w1:t2", "w1:t3", "w1:t4"].entries()) await move(tab, at);
}

test("every tab can be moved in front of every place, and the workspace keeps its tab numbers", async () => {
  await inOrder();
  const indexes = [0, 1, 4, 9];
  let tabs = ["w1:t1", "w1:t2", "w1:t3", "w1:t4"];
  for (let from = 0; from < 4; from += 1) {
    for (let to = 0; to <= 4; to += 1) {
      const expected = tabs
        .toSpliced(from, 1)
        .toSpliced(to > from ? to - 1 : to, 0, tabs[from] ?? "");
      tabs = listOf(await move(tabs[from] ?? "", to), "tabs").map(({ tab_id: id }) => String(id));
      expect([from, to, tabs]).toEqual([from, to, expected]);
      const rows = expected.map((tab, at) => `${indexes[at]}@${Number(tab.slice(-1)) - 1}`);
      expect(await order()).toBe(rows.join("\n"));
    }
  }
}, 30_000);

test("of moves at the same moment each finds the order that the one before left", async () => {
  await inOrder();
  const tabs = ["w1:t1", "w1:t2", "w1:t3", "w1:t4"];
  const moved = await Promise.all(tabs.flatMap((tab) => [move(tab, 4), move(tab, 0)]));
  expect(moved.map(({ code, stderr }) => [code, stderr])).toEqual(moved.map(() => [0, ""]));
  expect((await order()).replaceAll(/@\d/g, "").split("\n")).toEqual(["0", "1", "4", "9"]);
});

test("what is on the screens stays there, also in a grouped workspace", async () => {
  await inOrder();
  await server.tmux("new-session", "-d", "-t", "=main", "-s", "twin");
  await server.tmux("select-window", "-t", "=main:1");
  await server.tmux("select-window", "-t", "=twin:9");
  await using person = await attachClient(server, { session: "twin" });
  expect((await move("w1:t1", 3)).code).toBe(0);
  expect(await shownOn(server, person, "#{window_id}")).toBe("@3");
  const current = await server.tmux("display-message", "-p", "-t", "=main:", "#{window_id}");
  expect(current).toBe("@1");
  expect((await move("w1:t4", 0)).code).toBe(0);
  expect(await shownOn(server, person, "#{window_id}")).toBe("@3");
  expect(await order("twin")).toBe(await order("main"));
  await server.tmux("kill-session", "-t", "=twin");
});

test("a move to where the tab is changes nothing and answers the list", async () => {
  await inOrder();
  const before = await order();
  for (const index of [1, 2]) expect(listOf(await move("w1:t2", index), "tabs")).toHaveLength(4);
  expect(await order()).toBe(before);
});

test("a place that is not there, or a tab that is gone, is refused in each face's code", async () => {
  const before = await order();
  expect(failureOf(await move("w1:t1", 5))).toMatchObject({ code: "invalid_argument", exit: 1 });
  expect(failureOf(await move("w1:t1", -1))).toMatchObject({ code: "invalid_argument" });
  const herdr = await move("w1:t1", 5, "--face=herdr");
  expect(failureOf(herdr)).toMatchObject({ code: "tab_move_failed" });
  const gone = await move("w1:t77", 0, "--face=herdr");
  expect(failureOf(gone)).toMatchObject({ code: "tab_not_found" });
  expect((await server.taw("tab", "move", "w1:t1")).code).toBe(2);
  expect(await order()).toBe(before);
});
