import { afterAll, beforeAll, expect, test } from "bun:test";
import { failureOf, fieldsOf, resultOf } from "../../support/answer.ts";
import { taw } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer();
  for (const pane of ["%0", await server.pane(), await server.pane()])
    await server.tmux("set-option", "-p", "-t", pane, "@agent_kind", "claude");
  await server.tmux("new-session", "-d", "-s", "plain", "cat");
});
afterAll(() => server.close());

const rename = (...words: string[]) => server.taw("agent", "rename", ...words);
const nameAt = (pane: string) => server.format(pane, "#{@agent_name}");

test("agent rename gives a name by which every agent verb finds it, and --clear takes it off", async () => {
  const { agent, type } = resultOf(await rename("w1:p1", "ann"));
  expect(type).toBe("agent");
  expect(fieldsOf(agent)).toMatchObject({ name: "ann", pane_id: "w1:p1" });
  expect(fieldsOf(resultOf(await server.taw("agent", "get", "ann"))["agent"])["pane_id"]).toBe(
    "w1:p1",
  );
  expect(fieldsOf(resultOf(await rename("ann", "bob"))["agent"])["name"]).toBe("bob");
  const cleared = resultOf(await server.taw("--face=herdr", "agent", "rename", "bob", "--clear"));
  expect(cleared["type"]).toBe("agent_info");
  expect(fieldsOf(cleared["agent"])).not.toContainKey("name");
  expect(await nameAt("%0")).toBe("");
});

test("a name is one agent's only: another is refused it, the same one may have it again", async () => {
  resultOf(await rename("w1:p1", "only"));
  resultOf(await rename("only", "only"));
  expect(failureOf(await rename("w1:p2", "only"))).toMatchObject({
    code: "invalid_argument",
    exit: 1,
  });
  const herdr = await server.taw("--face=herdr", "agent", "rename", "w1:p2", "only");
  expect(failureOf(herdr)).toMatchObject({ code: "agent_name_taken" });
  expect(await nameAt("%1")).toBe("");
});

test("a name that was left behind in a pane whose shell is at its prompt is free", async () => {
  const shell = await server.pane("bash", "--norc", "--noprofile", "-i");
  await until(
    "the shell's prompt",
    () => server.paneText(shell),
    (text) => text !== "",
  );
  await server.tmux("set-option", "-p", "-t", shell, "@agent_name", "left");
  resultOf(await rename("w1:p1", "left"));
  expect([await nameAt("%0"), await nameAt(shell)]).toEqual(["left", ""]);
  resultOf(await rename("w1:p1", "only"));
});

test("of two that ask for one name at the same moment one gets it", async () => {
  const codes = await Promise.all(
    ["w1:p2", "w1:p3"].map(async (pane) => (await rename(pane, "raced")).code),
  );
  expect(codes.toSorted()).toEqual([0, 1]);
});

test("a name that no agent can have is refused, and nothing changed", async () => {
  const odd = ["", "Ann", "1st", "a".repeat(33), "a b", "#(touch x)", "ann;", "-x", "%1", "w1:p1"];
  for (const name of odd) {
    expect(failureOf(await rename("w1:p1", "--", name))).toMatchObject({
      code: "invalid_argument",
    });
    const herdr = await server.taw("--face=herdr", "agent", "rename", "w1:p1", "--", name);
    expect(failureOf(herdr)).toMatchObject({ code: "invalid_agent_name" });
  }
  expect(await nameAt("%0")).toBe("only");
});

test("an agent that only a name made one is answered as it is without it", async () => {
  const pane = await server.pane();
  await server.tmux("set-option", "-p", "-t", pane, "@agent_name", "alone");
  const { agent } = resultOf(await rename("alone", "--clear"));
  expect(fieldsOf(agent)).toMatchObject({ agent_status: "unknown" });
  expect(fieldsOf(agent)).not.toContainKey("name");
});

test("%calling is the agent in the pane that taw is called from", async () => {
  const pid = await server.format("%1", "#{pid}");
  const env = { ...server.box.env, TMUX: `${server.socketPath},${pid},0`, TMUX_PANE: "%1" };
  const call = (...words: string[]) => taw(words, { env, cwd: server.box.home });
  const { agent } = resultOf(await call("agent", "rename", "%calling", "caller"));
  expect(fieldsOf(agent)).toMatchObject({ name: "caller", pane_id: "w1:p2" });
  for (const verb of ["get", "focus", "wait"]) {
    const ran = await call(
      "agent",
      verb,
      "%calling",
      ...(verb === "wait" ? ["--until", "unknown"] : []),
    );
    expect(fieldsOf(resultOf(ran)["agent"])["pane_id"]).toBe("w1:p2");
  }
  expect(failureOf(await rename("%calling", "nobody"))).toMatchObject({ code: "agent_not_found" });
});

test("a pane without an agent has no name to give, and a name or --clear is needed", async () => {
  expect(failureOf(await rename("w2:p4", "ann"))).toMatchObject({ code: "agent_not_found" });
  expect(failureOf(await rename("nobody", "ann"))).toMatchObject({ code: "agent_not_found" });
  expect((await rename("w1:p1")).code).toBe(2);
  expect((await rename("w1:p1", "ann", "--clear")).code).toBe(2);
});
