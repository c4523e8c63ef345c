import { afterEach, beforeEach, expect, test } from "bun:test";
import { failureOf, resultOf } from "../../support/answer.ts";
import { attachClient } from "../../support/client.ts";
import { loadInto, recorder } from "../../support/loaded.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
beforeEach(async () => {
  server = await tmuxServer();
});
afterEach(() => server.close());

test("ui open opens the popup on the person's client, where its key opens it, and answers its place", async () => {
  const { launcher, calls } = recorder(server);
  await loadInto(server, launcher);
  await using person = await attachClient(server, { columns: 91, rows: 33 });
  const opened = await server.taw("ui", "open");
  expect(resultOf(opened)).toEqual({ type: "ui_open", x: 0, y: 33, w: 91, h: 33 });
  expect(calls()).toContain(`ui on ${person.name} 33 91`);
});

test("a size of the user's is the popup's, in the middle, with its frame, and never more than there is", async () => {
  const { launcher, calls } = recorder(server);
  await loadInto(server, launcher);
  await using person = await attachClient(server, { columns: 100, rows: 40 });
  await server.tmux("set-option", "-g", "@agent-wizard-popup-width", "50%");
  await server.tmux("set-option", "-g", "@agent-wizard-popup-height", "10");
  expect(resultOf(await server.taw("ui", "open"))).toMatchObject({ x: 25, y: 25, w: 50, h: 10 });
  expect(calls()).toContain(`ui on ${person.name} 8 48`);
  await server.tmux("set-option", "-g", "@agent-wizard-popup-width", "999");
  expect(resultOf(await server.taw("ui", "open"))).toMatchObject({ x: 0, w: 100 });
});

test("a taw whose path holds what tmux and sh read otherwise runs in the popup", async () => {
  const { launcher, calls } = recorder(server, "t$aw ~'\"\\w");
  await loadInto(server, launcher);
  await using person = await attachClient(server);
  resultOf(await server.taw("ui", "open"));
  expect(calls().some((call) => call.startsWith(`ui on ${person.name}`))).toBe(true);
});

test("popup close closes an open popup, which is a normal end of ui open", async () => {
  await server.tmux("set-option", "-s", "@agent_wizard_ui", "sleep 600");
  await using _person = await attachClient(server);
  const open = server.taw("ui", "open");
  await until("it is closed", async () => (await server.taw("popup", "close")).code === 0);
  expect(resultOf(await open)).toMatchObject({ type: "ui_open" });
  expect(failureOf(await server.taw("popup", "close"))).toMatchObject({ code: "not_found" });
});

test("popup close closes anybody's popup, and answers ok on both faces", async () => {
  await using person = await attachClient(server);
  for (const face of ["--face=taw", "--face=herdr"]) {
    const popup = server.tmux("display-popup", "-c", person.name, "-E", "sleep 600").catch(String);
    const closed = until(
      "it is closed",
      () => server.taw(face, "popup", "close"),
      ({ code }) => code === 0,
    );
    expect(resultOf(await closed)).toEqual({ type: "ok" });
    expect(await popup).toContain("display-popup");
  }
});

test("with no popup open it is refused in each face's code, with somebody attached and without", async () => {
  const refusal = async (face: string) =>
    failureOf(await server.taw(`--face=${face}`, "popup", "close"));
  expect(await refusal("taw")).toMatchObject({ code: "not_found", exit: 1 });
  await using _person = await attachClient(server);
  expect(await refusal("herdr")).toMatchObject({ code: "popup_not_open", exit: 1 });
});

test("a second popup is refused, where tmux would say nothing and open none", async () => {
  await using person = await attachClient(server);
  const runs = "echo is-open; sleep 600";
  const first = server.tmux("display-popup", "-c", person.name, "-E", runs).catch(String);
  await until("the popup is open", () => person.drawn().includes("is-open"));
  const failure = failureOf(await server.taw("ui", "open"));
  expect(failure).toMatchObject({ code: "tmux_error", exit: 1 });
  expect(failure.message).toContain("a popup is open");
  expect((await server.taw("popup", "close")).code).toBe(0);
  await first;
});

test("with nobody attached ui open says so", async () => {
  const failure = failureOf(await server.taw("ui", "open"));
  expect(failure).toMatchObject({ code: "tmux_error", exit: 1 });
  expect(failure.message).toContain("no attached client to open the popup on");
});

test("what runs in the popup and ends with a status of its own is told", async () => {
  await server.tmux("set-option", "-s", "@agent_wizard_ui", "sh -c 'exit 7'");
  await using _person = await attachClient(server);
  const failure = failureOf(await server.taw("ui", "open"));
  expect(failure).toMatchObject({ code: "tmux_error", message: "the popup ended with status 7" });
});
