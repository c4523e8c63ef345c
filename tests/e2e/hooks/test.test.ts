import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { HOOK_NAMES } from "../../../src/config/hooks.ts";
import { failureOf, fieldsOf, listOf, resultOf } from "../../support/answer.ts";
import { says, writeConfig } from "../../support/hooked.ts";
import { tmuxServer } from "../../support/tmux.ts";

test("hooks test runs a hook's commands for a sample that names nothing, and shows what they were told", async () => {
  await using server = await tmuxServer();
  const commands = `["env >~/env; cat >~/input; echo out; echo err >&2", "exit 4"]`;
  await writeConfig(server, `[hooks]\ntimeout_seconds = 5\n"agent.done" = ${commands}\n`);
  const ran = await server.taw("hooks", "test", "agent.done");
  const result = resultOf(ran);
  const hooks = listOf(ran, "hooks");
  expect(result).toMatchObject({
    event: "agent.done",
    kind: "event",
    limit_seconds: 5,
    count: 2,
    note: null,
    real_pane: null,
    env: {
      TAW_EVENT: "agent.done",
      TAW_TEST: "1",
      TAW_PANE: "%999999",
      TAW_WINDOW: "@999999",
      TAW_SESSION_ID: "$999999",
      TAW_SESSION: "=taw-hooks-test:",
      TAW_STATE: "done",
    },
    input: { event: "agent.done", workspace_label: "taw-hooks-test" },
  });
  expect(hooks).toEqual([
    {
      command: "env >~/env; cat >~/input; echo out; echo err >&2",
      dir: server.box.home,
      ok: true,
      status: 0,
      timed_out: false,
      failure: null,
      stdout: "out\n",
      stderr: "err\n",
    },
    expect.objectContaining({ ok: false, status: 4, failure: "exit status 4", stdout: "" }),
  ]);
  expect(JSON.parse(await says(server, "input"))).toEqual(result["input"]);
  const env = (await says(server, "env")).split("\n");
  for (const [name, value] of Object.entries(fieldsOf(result, "env"))) {
    expect(env).toContain(`${name}=${String(value)}`);
  }
  expect(result["env"]).not.toHaveProperty("TMUX");
});

test("every name can be tried, and each tells a pane, a window and a session that no server has", async () => {
  await using server = await tmuxServer();
  const lines = HOOK_NAMES.map(
    (name) => `"${name}" = "echo $TAW_PANE $TAW_WINDOW $TAW_SESSION_ID"\n`,
  );
  await writeConfig(server, `[hooks]\n${lines.join("")}`);
  for (const name of HOOK_NAMES) {
    const ran = await server.taw("hooks", "test", name);
    expect(resultOf(ran)).toMatchObject({ event: name, input: { event: name }, count: 1 });
    expect(listOf(ran, "hooks")[0]).toMatchObject({
      ok: true,
      stdout: "%999999 @999999 $999999\n",
    });
  }
  const worktree = resultOf(await server.taw("hooks", "test", "worktree.created"));
  expect(worktree).toMatchObject({
    env: { TAW_SESSION: "=taw-hooks-test--feat-x:", TAW_BRANCH: "feat/x" },
    input: { workspace_label: "taw-hooks-test--feat-x", worktree: { branch: "feat/x" } },
  });
}, 60_000);

test("with --pane it is told of that pane, which has to be there", async () => {
  await using server = await tmuxServer();
  await writeConfig(
    server,
    `[hooks]\n"tab.renamed" = "touch ~/ran"\n"pane.closed" = "touch ~/ran"\n`,
  );
  expect(
    failureOf(await server.taw("hooks", "test", "tab.renamed", "--pane", "%77")),
  ).toMatchObject({
    code: "not_found",
    exit: 1,
  });
  expect(existsSync(join(server.box.home, "ran"))).toBe(false);
  for (const pane of ["%0", "w1:p1"]) {
    expect(
      resultOf(await server.taw("hooks", "test", "tab.renamed", "--pane", pane)),
    ).toMatchObject({
      real_pane: "%0",
      env: { TAW_PANE: "%0", TAW_WINDOW: "@0", TAW_SESSION: "main", TAW_TEST: "1" },
      input: { pane: { pane_id: "w1:p1" } },
    });
  }
});

test("an event about something going away is refused with --pane unless it is forced, before anything is looked up", async () => {
  await using server = await tmuxServer();
  await writeConfig(server, `[hooks]\n"pane.closed" = "touch ~/ran"\npre_close = "touch ~/ran"\n`);
  const endings = [
    "workspace.closed",
    "tab.closed",
    "pane.closed",
    "pane.exited",
    "worktree.removed",
    "pre_close",
    "pre_worktree_remove",
  ];
  for (const name of endings) {
    const ran = await server.taw("hooks", "test", name, "--pane", "%77");
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 2, stdout: "" });
    expect(ran.stderr).toContain("--force");
  }
  expect(existsSync(join(server.box.home, "ran"))).toBe(false);
  const forced = await server.taw("hooks", "test", "pane.closed", "--pane", "%0", "--force");
  expect(resultOf(forced)).toMatchObject({ real_pane: "%0", count: 1 });
  expect(existsSync(join(server.box.home, "ran"))).toBe(true);
  expect((await server.taw("hooks", "test", "pane.created", "--force")).code).toBe(2);
});

test("--machine is for a notification, for a machine that is configured, and never with --pane", async () => {
  await using server = await tmuxServer();
  await writeConfig(
    server,
    `[machines]\nstudio = "ann@studio"\n[hooks]\nnotification = "echo $TAW_MACHINE"\n`,
  );
  const ran = await server.taw("hooks", "test", "notification", "--machine", "studio");
  expect(resultOf(ran)).toMatchObject({
    env: { TAW_MACHINE: "studio" },
    input: { machine: "studio" },
  });
  expect(listOf(ran, "hooks")[0]).toMatchObject({ stdout: "studio\n" });
  for (const words of [
    ["notification", "--machine", "nobody"],
    ["notification", "--machine", "studio", "--pane", "%0"],
    ["agent.done", "--machine", "studio"],
  ]) {
    expect(await server.taw("hooks", "test", ...words)).toMatchObject({ code: 2, stdout: "" });
  }
});

test("a name that is none is refused, and one without a command says so", async () => {
  await using server = await tmuxServer();
  const refused = failureOf(await server.taw("hooks", "test", "agent.finished"));
  expect(refused).toMatchObject({ code: "invalid_argument", exit: 1 });
  const result = resultOf(await server.taw("hooks", "test", "agent.done"));
  expect(result).toMatchObject({ count: 0, hooks: [] });
  expect(String(result["note"])).toContain("nothing is hooked to agent.done");
});

test("a command is stopped at its limit, and of what it says the last 16 KiB are kept", async () => {
  await using server = await tmuxServer();
  const commands = `["echo begun; sleep 63.5", "head -c 40000 /dev/zero | tr '\\\\0' x"]`;
  await writeConfig(server, `[hooks]\ntimeout_seconds = 0.5\n"agent.done" = ${commands}\n`);
  const [slow, long] = listOf(await server.taw("hooks", "test", "agent.done"), "hooks");
  expect(slow).toMatchObject({
    ok: false,
    status: null,
    timed_out: true,
    failure: "took longer than 0.5 s",
    stdout: "begun\n",
  });
  expect(String(long?.["stdout"])).toBe(
    `(earlier output cut; the last 16 KiB follow)\n${"x".repeat(16 * 1024)}`,
  );
});

test("it works without a tmux server too", async () => {
  await using server = await tmuxServer();
  await writeConfig(server, `[hooks]\n"agent.done" = "echo $TAW_PANE"\n`);
  await server.tmux("kill-server");
  expect(listOf(await server.taw("hooks", "test", "agent.done"), "hooks")[0]).toMatchObject({
    stdout: "%999999\n",
  });
  expect(resultOf(await server.taw("hooks", "list"))["timeout_seconds"]).toBe(30);
  expect(resultOf(await server.taw("hooks", "log"))).toMatchObject({ count: 0, lines: [] });
});
