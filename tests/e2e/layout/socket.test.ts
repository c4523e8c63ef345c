import { afterAll, beforeAll, expect, test } from "bun:test";
import { fieldsOf } from "../../support/answer.ts";
import { serveSocket } from "../../support/herdr-socket.ts";
import type { HerdrSocket } from "../../support/herdr-socket.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";

let server: TmuxServer;
let socket: HerdrSocket;

beforeAll(async () => {
  server = await tmuxServer();
  socket = await serveSocket(server);
});

afterAll(async () => {
  await socket[Symbol.asyncDispose]();
  await server.close();
});

const pane = (label: string) => ({ type: "pane", label, command: ["cat"], env: { A: "b" } });
const root = {
  type: "split",
  direction: "down",
  ratio: 0.5,
  first: pane("a"),
  second: { type: "split", direction: "right", ratio: 0.5, first: pane("b"), second: pane("c") },
};

async function codeOf(method: string, params: object): Promise<unknown> {
  return fieldsOf((await socket.ask(method, params)).error)["code"];
}

test("a tree is applied, exported and given another ratio over the socket", async () => {
  const applied = await socket.ask("layout.apply", { root, tab_label: "made" });
  expect(applied.result).toMatchObject({ type: "layout_apply" });
  const layout = fieldsOf(applied.result, "layout");
  const { tab_id: tab } = layout;
  const exported = await socket.ask("layout.export", { tab_id: tab });
  expect(exported.result).toEqual({ type: "layout_export", layout });
  const path = [true];
  const set = await socket.ask("layout.set_split_ratio", { tab_id: tab, path, ratio: 0.25 });
  const changed = fieldsOf(fieldsOf(fieldsOf(set.result, "layout"), "root"), "second");
  expect(Math.abs(Number(changed["ratio"]) - 0.25)).toBeLessThan(0.01);
  const replaced = await socket.ask("layout.apply", { root: pane("x"), tab_id: tab });
  expect(fieldsOf(fieldsOf(replaced.result, "layout"), "root")).toMatchObject({ label: "x" });
  expect(await codeOf("layout.export", { tab_id: tab })).toBe("layout_not_found");
});

test("each refusal has herdr's code", async () => {
  const both = { tab_id: "w1:t1", pane_id: "w1:p1" };
  expect(await codeOf("layout.export", both)).toBe("layout_not_found");
  expect(await codeOf("layout.export", { pane_id: "w1:p99" })).toBe("layout_not_found");
  const target = { root, tab_id: "w1:t1", workspace_id: "w1" };
  expect(await codeOf("layout.apply", target)).toBe("invalid_target");
  expect(await codeOf("layout.apply", { root, tab_id: "w9:t9" })).toBe("tab_not_found");
  expect(await codeOf("layout.apply", { root, workspace_id: "w9" })).toBe("workspace_not_found");
  const noWords = { root: { type: "pane", command: [] } };
  expect(await codeOf("layout.apply", noWords)).toBe("invalid_layout");
  const badName = { root: { type: "pane", env: { "A=B": "c" } } };
  expect(await codeOf("layout.apply", badName)).toBe("invalid_env");
  const split = { path: [false, true], ratio: 0.5 };
  expect(await codeOf("layout.set_split_ratio", split)).toBe("split_not_found");
  const gone = { path: [], ratio: 0.5, tab_id: "w9:t9" };
  expect(await codeOf("layout.set_split_ratio", gone)).toBe("layout_not_found");
});
