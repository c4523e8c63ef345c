import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parsePaneId } from "../../../src/core/ids.ts";
import { failureOf, fieldsOf, listOf, resultOf } from "../../support/answer.ts";
import { attachClient } from "../../support/client.ts";
import { serveSocket } from "../../support/herdr-socket.ts";
import { sandbox } from "../../support/sandbox.ts";
import { HOSTILE_NAMES, shownOn, wasRun } from "../../support/spaces.ts";
import { run, taw } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer({ width: 137, height: 43 });
});
afterAll(() => server.close());

const created = async (...words: string[]) => {
  const result = resultOf(await server.taw(...words));
  const [workspace, tab, pane] = ["workspace", "tab", "root_pane"].map((key) =>
    fieldsOf(result, key),
  );
  return { result, workspace, tab, pane };
};

const paneOf = (record: unknown): string => parsePaneId(String(fieldsOf(record)["pane_id"])) ?? "";

const standsIn = (paneId: string, folder: string) =>
  until(
    "the pane stands in its folder",
    () => server.format(paneId, "#{pane_current_path}"),
    (path) => path === folder,
  );

test("workspace create answers the workspace, its tab and its pane, and leaves what is in front there", async () => {
  const { result, workspace, tab, pane } = await created("workspace", "create", "--label", "made");
  expect(result["type"]).toBe("workspace_created");
  expect(workspace).toMatchObject({ label: "made", focused: false, tab_count: 1, pane_count: 1 });
  expect(workspace?.["active_tab_id"]).toBe(tab?.["tab_id"]);
  expect(tab).toMatchObject({ workspace_id: workspace?.["workspace_id"], label: "1" });
  expect(pane).toMatchObject({ tab_id: tab?.["tab_id"], focused: false });
  const focused = listOf(await server.taw("workspace", "list"), "workspaces").filter(
    (one) => one["focused"] === true,
  );
  expect(focused.map((one) => one["label"])).toEqual(["main"]);
  expect(await server.format(paneOf(pane), "#{window_width}x#{window_height}")).toBe("137x43");
});

test("--focus puts it in front, with nobody attached and with somebody", async () => {
  const alone = await created("workspace", "create", "--label", "alone", "--focus");
  expect([alone.workspace?.["focused"], alone.pane?.["focused"]]).toEqual([true, true]);
  await using person = await attachClient(server);
  const shown = () => shownOn(server, person, "#{session_name}");
  await created("workspace", "create", "--label", "behind", "--no-focus");
  expect(await shown()).toBe("main");
  const made = await created("workspace", "create", "--label", "before eyes", "--focus");
  expect([made.workspace?.["focused"], made.pane?.["focused"]]).toEqual([true, true]);
  expect(await shown()).toBe("before eyes");
});

describe("labels and folders are data", () => {
  for (const name of HOSTILE_NAMES) {
    test(name, async () => {
      const folder = join(server.box.home, name);
      mkdirSync(folder, { recursive: true });
      const { workspace, pane } = await created(
        "workspace",
        "create",
        `--label=${name}`,
        `--cwd=${folder}`,
        "--env",
        `NAMED=${name}`,
      );
      expect(workspace?.["label"]).toBe(name);
      await standsIn(paneOf(pane), folder);
      const environment = await server.tmux("show-environment", "-t", paneOf(pane), "NAMED");
      expect(environment).toBe(`NAMED=${name}`);
      expect(wasRun(server)).toBe(false);
    });
  }
});

test("without a label it is called after its folder, with a number behind it when that is taken", async () => {
  const folder = join(server.box.home, "my.project");
  mkdirSync(folder);
  const label = async (...words: string[]) =>
    (await created("workspace", "create", "--cwd", folder, ...words)).workspace?.["label"];
  expect(await label()).toBe("my_project");
  expect(await label()).toBe("my_project-2");
  expect(await label("--label", "my:project")).toBe("my_project-3");
});

test("workspaces made at the same moment under one label are all made, each with a name of its own", async () => {
  const made = await Promise.all(
    [1, 2, 3, 4].map(() => created("workspace", "create", "--label", "crowd")),
  );
  const labels = made.map(({ workspace }) => String(workspace?.["label"]));
  expect(labels.toSorted()).toEqual(["crowd", "crowd-2", "crowd-3", "crowd-4"]);
});

test("as many as are asked for at once are made, with a label or with their folder's name", async () => {
  await using socket = await serveSocket(server);
  for (const params of [{ label: "many" }, { cwd: server.box.home }]) {
    const asked = Array.from({ length: 12 }, () => socket.ask("workspace.create", params));
    const made = (await Promise.all(asked)).map(
      ({ result, error }) => error ?? result?.["workspace"],
    );
    const labels = new Set(made.map((one) => fieldsOf(one)["label"]));
    expect([labels.size, labels.has(undefined)]).toEqual([12, false]);
  }
});

test("the folder of the pane in front is the one to start in", async () => {
  const folder = join(server.box.home, "in front");
  mkdirSync(folder);
  const { pane } = await created("workspace", "create", "--cwd", folder, "--focus");
  await standsIn(paneOf(pane), folder);
  const next = await created("workspace", "create");
  await standsIn(paneOf(next.pane), folder);
  const other = await created("workspace", "create", "--source-workspace", "w1");
  await standsIn(paneOf(other.pane), server.box.home);
  const gone = await server.taw("--face=herdr", "workspace", "create", "--source-workspace", "w99");
  expect(failureOf(gone)).toMatchObject({ code: "workspace_not_found" });
});

test("a relative folder is meant where taw was called", async () => {
  mkdirSync(join(server.box.home, "here"));
  const ran = await taw(["-L", server.name, "workspace", "create", "--cwd", "here"], {
    env: server.box.env,
    cwd: server.box.home,
  });
  await standsIn(paneOf(resultOf(ran)["root_pane"]), join(server.box.home, "here"));
});

test("what cannot be is refused in each face's code, and nothing is made", async () => {
  const count = async () => listOf(await server.taw("workspace", "list"), "workspaces").length;
  const before = await count();
  const gone = ["workspace", "create", "--cwd", join(server.box.home, "gone")];
  expect(failureOf(await server.taw(...gone))).toMatchObject({ code: "not_found", exit: 1 });
  const herdr = await server.taw("--face=herdr", ...gone);
  expect(failureOf(herdr)).toMatchObject({ code: "workspace_create_failed", exit: 1 });
  const file = join(server.box.home, "file");
  await Bun.write(file, "");
  expect((await server.taw("workspace", "create", "--cwd", file)).code).toBe(1);
  expect((await server.taw("workspace", "create", "--label", "a\tb")).code).toBe(1);
  for (const env of ["NAMELESS", "=x", ""]) {
    const { code, stdout, stderr } = await server.taw("workspace", "create", "--env", env);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("NAME=VALUE");
  }
  expect((await server.taw("workspace", "create", "--focus", "--no-focus")).code).toBe(2);
  expect(await count()).toBe(before);
});

test("variables that are herdr's own cannot be given", async () => {
  const { pane } = await created("workspace", "create", "--env", "HERDR_ENV=0", "--env", "OWN=1");
  const given = await server.tmux("show-environment", "-t", paneOf(pane));
  expect(given.split("\n")).toContain("OWN=1");
  expect(given).not.toContain("HERDR_ENV");
});

test("with no tmux server running it starts one", async () => {
  await using box = sandbox();
  const name = `taw-test-new-${process.pid}`;
  box.onClose(async () => {
    await run(["tmux", "-L", name, "kill-server"], { env: box.env });
  });
  const words = ["-L", name, "workspace", "create", "--label", "first"];
  const result = resultOf(await taw(words, { env: box.env, cwd: box.home }));
  expect(fieldsOf(result, "workspace")).toMatchObject({
    workspace_id: "w1",
    label: "first",
    focused: true,
  });
  const { stdout } = await run(["tmux", "-L", name, "list-sessions", "-F", "#{session_name}"], {
    env: box.env,
  });
  expect(stdout).toBe("first\n");
});
