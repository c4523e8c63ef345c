import { afterAll, beforeAll, expect, test } from "bun:test";
import { failureOf, fieldsOf, listOf, resultOf } from "../../support/answer.ts";
import { attachClient } from "../../support/client.ts";
import { shownOn } from "../../support/spaces.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer();
  await server.tmux("new-session", "-d", "-s", "other", "cat");
  await server.tmux("new-window", "-d", "-t", "=other:", "cat");
  await server.tmux("split-window", "-d", "-t", "=other:1", "cat");
  await server.tmux("set-option", "-p", "-t", "%3", "@agent_kind", "claude");
  await server.tmux("set-option", "-p", "-t", "%3", "@agent_name", "ann");
});
afterAll(() => server.close());

const focusedOf = async (list: string, key: string) =>
  listOf(await server.taw(list, "list"), key)
    .filter(({ focused }) => focused === true)
    .map((record) => record[`${list}_id`]);

const inFront = async () => [
  await focusedOf("workspace", "workspaces"),
  await focusedOf("tab", "tabs"),
  await focusedOf("pane", "panes"),
];

test("with nobody attached the place is in front for every verb, and for who attaches next", async () => {
  const { workspace } = resultOf(await server.taw("workspace", "focus", "w2"));
  expect(fieldsOf(workspace)).toMatchObject({ workspace_id: "w2", focused: true });
  expect(await inFront()).toEqual([["w2"], ["w2:t2"], ["w2:p2"]]);
  const { tab } = resultOf(await server.taw("tab", "focus", "w2:t3"));
  expect(fieldsOf(tab)).toMatchObject({ tab_id: "w2:t3", focused: true });
  const { agent } = resultOf(await server.taw("agent", "focus", "ann"));
  expect(fieldsOf(agent)).toMatchObject({ pane_id: "w2:p4", focused: true });
  expect(await inFront()).toEqual([["w2"], ["w2:t3"], ["w2:p4"]]);
  expect(resultOf(await server.taw("workspace", "focus", "w1"))["workspace"]).toMatchObject({
    focused: true,
  });
  expect(await inFront()).toEqual([["w1"], ["w1:t1"], ["w1:p1"]]);
});

test("focus brings the person's client there, never a program's", async () => {
  await using person = await attachClient(server);
  const control = Bun.spawn(["tmux", "-L", server.name, "-C", "attach", "-t", "=main"], {
    env: { ...server.box.env },
    stdin: "pipe",
    stdout: "ignore",
  });
  await until("both are there", async () => {
    const clients = await server.tmux("list-clients");
    return clients.split("\n").length === 2;
  });
  expect((await server.taw("agent", "focus", "w2:p4")).code).toBe(0);
  expect(await shownOn(server, person)).toBe("$1 @2 %3");
  expect((await server.taw("tab", "focus", "w1:t1")).code).toBe(0);
  expect(await shownOn(server, person)).toBe("$0 @0 %0");
  expect((await server.taw("workspace", "focus", "w2")).code).toBe(0);
  expect(await shownOn(server, person)).toBe("$1 @2 %3");
  const controls = await server.tmux("list-clients", "-F", "#{client_control_mode} #{session_id}");
  expect(controls.split("\n")).toContain("1 $0");
  control.kill();
  await control.exited;
});

test("of two people the one who typed last is brought there, the other stays", async () => {
  await using one = await attachClient(server);
  await using other = await attachClient(server);
  const activity = (client: { readonly name: string }) =>
    shownOn(server, client, "#{client_activity}").then(Number);
  for (const [typing, waiting] of [
    [one, other],
    [other, one],
  ] as const) {
    await until("its keys are the last", async () => {
      typing.type("x");
      return (await activity(typing)) > (await activity(waiting));
    });
    const before = await shownOn(server, waiting);
    const target = (await shownOn(server, typing, "#{session_id}")) === "$0" ? "w2" : "w1";
    expect((await server.taw("workspace", "focus", target)).code).toBe(0);
    expect(await shownOn(server, typing, "#{session_id}")).toBe(target === "w2" ? "$1" : "$0");
    expect(await shownOn(server, waiting)).toBe(before);
  }
});

test("a person who sees the tab in a grouped workspace of their own stays there", async () => {
  await server.tmux("new-session", "-d", "-t", "=other", "-s", "grouped");
  await using person = await attachClient(server, { session: "grouped" });
  expect((await server.taw("tab", "focus", "w2:t2")).code).toBe(0);
  expect(await shownOn(server, person, "#{session_name} #{window_id}")).toBe("grouped @1");
  await server.tmux("kill-session", "-t", "=grouped");
});

test("what is gone is refused in each face's code, and nothing moves", async () => {
  const before = await inFront();
  const cases = [
    [["workspace", "focus", "w9"], "workspace_not_found"],
    [["tab", "focus", "w1:t9"], "tab_not_found"],
    [["agent", "focus", "nobody"], "agent_not_found"],
    [["agent", "focus", "w1:p1"], "agent_not_found"],
  ] as const;
  for (const [words, herdr] of cases) {
    const taw = herdr === "agent_not_found" ? herdr : "not_found";
    expect(failureOf(await server.taw(...words))).toMatchObject({ code: taw, exit: 1 });
    expect(failureOf(await server.taw("--face=herdr", ...words))).toMatchObject({ code: herdr });
  }
  for (const odd of ["", "-X", ".", ":", "%", "$", "main"])
    expect((await server.taw("workspace", "focus", "--", odd)).code).toBe(1);
  expect(await inFront()).toEqual(before);
});
