import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { failureOf, fieldsOf, resultOf } from "../../support/answer.ts";
import { attachClient } from "../../support/client.ts";
import type { TerminalClient } from "../../support/client.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

/** `main` has `%0` beside `%1`; `other` has `%2`, and `%3` in a second tab. A person looks at `main`. */
let server: TmuxServer;
let person: TerminalClient;
beforeAll(async () => {
  server = await tmuxServer();
  await server.tmux("split-window", "-dh", "-t", "%0", "cat");
  await server.tmux("new-session", "-d", "-s", "other", "cat");
  await server.tmux("new-window", "-d", "-t", "=other:", "cat");
  person = await attachClient(server, { session: "main" });
});
afterAll(async () => {
  await person.detach();
  await server.close();
});
beforeEach(async () => {
  await server.tmux("switch-client", "-c", person.name, "-t", "=main:");
  await server.tmux("select-pane", "-t", "%0");
});

const shown = async (): Promise<string> => {
  const rows = await server.tmux("list-clients", "-F", "#{client_name} #{session_name} #{pane_id}");
  const row = rows.split("\n").find((one) => one.startsWith(`${person.name} `)) ?? "";
  return row.slice(person.name.length + 1);
};

test("pane focus brings the person's client to the pane's workspace, tab and pane", async () => {
  const answer = resultOf(await server.taw("pane", "focus", "w2:p4"));
  expect(answer).toMatchObject({ type: "pane", pane: { pane_id: "w2:p4", focused: true } });
  expect(await shown()).toBe("other %3");
  await server.taw("pane", "focus", "%0");
  expect(await shown()).toBe("main %0");
});

test("pane.focus of herdr's socket does the same", async () => {
  const answer = resultOf(await server.taw("--face=herdr", "pane", "focus-id", "%1"));
  expect(answer).toMatchObject({ type: "pane_info", pane: { pane_id: "w1:p2", focused: true } });
  expect(await shown()).toBe("main %1");
});

test("with a direction it goes to the neighbour", async () => {
  const { focus } = resultOf(await server.taw("pane", "focus", "--direction", "right"));
  expect(focus).toMatchObject({
    changed: true,
    source_pane_id: "w1:p1",
    focused_pane_id: "w1:p2",
    layout: { focused_pane_id: "w1:p2" },
  });
  expect(focus).not.toContainKey("reason");
  expect(await shown()).toBe("main %1");
});

test("at an edge nothing moves, and that is no failure", async () => {
  const ran = await server.taw("--face=herdr", "pane", "focus", "--direction", "left");
  expect(resultOf(ran)["focus"]).toMatchObject({
    changed: false,
    reason: "no_neighbor",
    source_pane_id: "w1:p1",
    focused_pane_id: "w1:p1",
  });
  expect(await shown()).toBe("main %0");
});

test("a zoomed tab stays zoomed, on the pane that is gone to", async () => {
  await server.tmux("resize-pane", "-Z", "-t", "%0");
  const { focus } = resultOf(await server.taw("pane", "focus", "--direction", "right"));
  expect(fieldsOf(focus, "layout")).toMatchObject({ zoomed: true, focused_pane_id: "w1:p2" });
  await server.tmux("resize-pane", "-Z", "-t", "%1");
});

test("a client of a grouped workspace stays in it", async () => {
  await server.tmux("new-session", "-d", "-s", "group", "-t", "=other");
  await server.tmux("switch-client", "-c", person.name, "-t", "=group:");
  await server.taw("pane", "focus", "w2:p4");
  expect(await shown()).toBe("group %3");
  await server.tmux("switch-client", "-c", person.name, "-t", "=main:");
  await server.tmux("kill-session", "-t", "=group");
});

test("a program's control client is brought nowhere", async () => {
  const control = Bun.spawn(["tmux", "-L", server.name, "-C", "attach", "-t", "=other"], {
    env: { ...server.box.env },
    stdin: "pipe",
    stdout: "ignore",
  });
  const rows = () => server.tmux("list-clients", "-F", "#{client_control_mode} #{session_name}");
  await until("the control client is there", async () => (await rows()).includes("1 other"));
  await server.taw("pane", "focus", "%1");
  expect((await rows()).split("\n").toSorted()).toEqual(["0 main", "1 other"]);
  control.stdin.end();
  await control.exited;
});

test("neither a pane nor a direction is a usage error, and a pane that is gone is not found", async () => {
  expect((await server.taw("--face=herdr", "pane", "focus")).code).toBe(2);
  expect((await server.taw("pane", "focus", "%0", "--direction", "left")).code).toBe(2);
  expect(failureOf(await server.taw("pane", "focus", "%99")).code).toBe("not_found");
  const herdr = await server.taw("--face=herdr", "pane", "focus-id", "%99");
  expect(failureOf(herdr).code).toBe("pane_not_found");
});
