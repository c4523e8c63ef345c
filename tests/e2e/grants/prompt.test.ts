import { afterAll, beforeAll, expect, test } from "bun:test";
import { failureOf } from "../../support/answer.ts";
import type { PaneShell } from "../../support/pane-shell.ts";
import { paneShell } from "../../support/pane-shell.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
let pane: PaneShell;

beforeAll(async () => {
  server = await tmuxServer();
  pane = await paneShell(server);
  await state("%0", "claude", "blocked");
});
afterAll(() => server.close());

const state = async (paneId: string, kind: string, status: string) => {
  await server.tmux("set-option", "-p", "-t", paneId, "@agent_kind", kind);
  await server.tmux("set-option", "-p", "-t", paneId, "@agent_state", status);
};

const VERBS = [
  "send-text %0 yes",
  "send-keys %0 enter",
  "run %0 yes",
  "send-input %0 --text yes --keys enter",
];

test.each(VERBS)(
  "a pane that does not hold respond answers no other pane's prompt: pane %s",
  async (verb) => {
    for (const face of ["taw", "herdr"]) {
      const { code, exit, message } = failureOf(
        await pane.run(`TAW_FACE=${face} taw pane ${verb}`),
      );
      expect([code, exit]).toEqual(["forbidden", 1]);
      expect(message).toContain("pane w1:p1 waits on a prompt");
      expect(message).toContain("taw grants set w1:p2 read write admin respond");
    }
    expect(await server.paneText("%0")).toBe("");
  },
);

test("with respond it does, and so does the person without a word", async () => {
  await server.taw("grants", "set", pane.id, "admin", "respond");
  expect(await pane.run("taw pane send-text %0 granted")).toMatchObject({ code: 0, stderr: "" });
  await server.taw("grants", "set", pane.id, "default");
  expect(await server.taw("pane", "send-text", "%0", "person")).toMatchObject({
    code: 0,
    stderr: "",
  });
  const text = () => server.paneText("%0");
  await until("both are there", text, (all) => all.includes("grantedperson"));
});

test("a pane may answer itself", async () => {
  await state(pane.id, "claude", "blocked");
  expect(await pane.run(`taw pane send-text ${pane.id} mine`)).toMatchObject({
    code: 0,
    stderr: "",
  });
});
