import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parsePaneId } from "../../../src/core/ids.ts";
import { failureOf, fieldsOf, listOf, resultOf } from "../../support/answer.ts";
import { attachClient } from "../../support/client.ts";
import { HOSTILE_NAMES, shownOn, wasRun } from "../../support/spaces.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer();
  await server.tmux("new-session", "-d", "-s", "other", "cat");
});
afterAll(() => server.close());

const created = async (...words: string[]) => {
  const result = resultOf(await server.taw("tab", "create", ...words));
  expect(result["type"]).toBe("tab_created");
  return { tab: fieldsOf(result, "tab"), pane: fieldsOf(result, "root_pane") };
};

const paneId = (pane: unknown): string => parsePaneId(String(fieldsOf(pane)["pane_id"])) ?? "";

test("tab create makes a tab in the workspace in front, or in the one that is named, and stays where it was", async () => {
  const here = await created();
  expect(here.tab).toMatchObject({ workspace_id: "w1", label: "2", focused: false, pane_count: 1 });
  expect(here.pane).toMatchObject({ tab_id: here.tab["tab_id"], focused: false });
  const there = await created("--workspace", "w2", "--label", "tests");
  expect(there.tab).toMatchObject({ workspace_id: "w2", label: "tests", focused: false });
  expect(await server.tmux("display-message", "-p", "-t", "$1:", "#{window_index}")).toBe("0");
});

test("a new tab stands behind the last one, also where the numbers before it have a gap", async () => {
  await server.tmux("new-session", "-d", "-s", "gaps", "cat");
  await server.tmux("new-window", "-d", "-t", "=gaps:5", "cat");
  const { tab } = await created("--workspace", "w3");
  const tabs = listOf(await server.taw("tab", "list", "--workspace", "w3"), "tabs");
  expect(tabs).toHaveLength(3);
  expect(tabs.at(-1)?.["tab_id"]).toBe(tab["tab_id"]);
});

test("--focus brings the person there", async () => {
  await using person = await attachClient(server);
  const { tab, pane } = await created("--workspace", "w2", "--focus");
  expect([tab["focused"], pane["focused"]]).toEqual([true, true]);
  expect(await shownOn(server, person, "#{session_name} #{pane_id}")).toBe(`other ${paneId(pane)}`);
});

describe("labels, folders and variables are data", () => {
  for (const name of HOSTILE_NAMES) {
    test(name, async () => {
      const folder = join(server.box.home, name);
      mkdirSync(folder, { recursive: true });
      const words = [`--label=${name}`, `--cwd=${folder}`, "--env", `NAMED=${name}`];
      const { tab, pane } = await created("--workspace", "w1", ...words);
      expect(tab["label"]).toBe(name);
      const pid = await server.format(paneId(pane), "#{pane_pid}");
      await until(
        "the shell stands in its folder",
        () => server.format(paneId(pane), "#{pane_current_path}"),
        (path) => path === folder,
      );
      const environment = await Bun.file(`/proc/${pid}/environ`).text();
      expect(environment.split("\0")).toContain(`NAMED=${name}`);
      expect(wasRun(server)).toBe(false);
    });
  }
});

test("what cannot be is refused in each face's code, and nothing is made", async () => {
  const count = async () => listOf(await server.taw("tab", "list"), "tabs").length;
  const before = await count();
  const nowhere = ["tab", "create", "--workspace", "w99"];
  expect(failureOf(await server.taw(...nowhere))).toMatchObject({ code: "not_found", exit: 1 });
  const herdr = await server.taw("--face=herdr", ...nowhere);
  expect(failureOf(herdr)).toMatchObject({ code: "workspace_not_found" });
  const gone = ["tab", "create", "--cwd", "/nowhere/at/all"];
  expect(failureOf(await server.taw(...gone))).toMatchObject({ code: "not_found" });
  expect(failureOf(await server.taw("--face=herdr", ...gone))).toMatchObject({
    code: "tab_create_failed",
  });
  expect((await server.taw("tab", "create", "--env", "=x")).code).toBe(2);
  expect(await count()).toBe(before);
});
