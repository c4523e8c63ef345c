import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { queueAppend } from "../../../src/core/queue.ts";
import { attachClient } from "../../support/client.ts";
import { resultOf } from "../../support/answer.ts";
import { heard, hears, KEEPS, loadHooked, writeConfig } from "../../support/hooked.ts";
import { edgeOf, loadInto, recorder } from "../../support/loaded.ts";
import { sandbox } from "../../support/sandbox.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";
import { becomes } from "../../support/watching.ts";

const TOLD = `echo "$TAW_KIND $TAW_PANE $TAW_MESSAGE" >>~/told; ${KEEPS}`;
const HOOKED = `[hooks]\nnotification = ${JSON.stringify(TOLD)}\n`;

/** An agent that tells these states, one after each line that it reads. */
const agentWith = (on: TmuxServer, ...states: readonly string[]): Promise<string> => {
  const turn = states.map((state) => `printf '\\033]7501;${state}\\007'; read -r line`);
  return on.pane("sh", "-c", `env TAW_AGENT=codex sh -c "${turn.join("; ")}"; exec cat`);
};

const next = (on: TmuxServer, pane: string) => on.tmux("send-keys", "-t", pane, "Enter");

test("a notification is told when an agent needs you and when it is done, once each, with its words", async () => {
  await using box = sandbox({ TAW_TEST_TIMERS: "0.05" });
  await using server = await tmuxServer({ box });
  await loadHooked(server, HOOKED);
  const pane = await agentWith(
    server,
    "state=working",
    "state=blocked",
    "state=working",
    "state=idle",
  );
  await becomes(server, pane, "working");
  await next(server, pane);
  const [blocked] = await hears(server, 1);
  expect(blocked).toMatchObject({
    event: "notification",
    focused_pane_id: "w1:p2",
    focused_pane_agent: "codex",
    data: { kind: "request", title: "codex needs you" },
  });
  await next(server, pane);
  await becomes(server, pane, "working");
  await next(server, pane);
  const [, done] = await hears(server, 2);
  expect(done).toMatchObject({ event: "notification", data: { kind: "done" } });
  const told = (await Bun.file(`${box.home}/told`).text()).trim().split("\n");
  expect(told).toEqual([
    expect.stringMatching(/^request %1 codex needs you/),
    expect.stringMatching(/^done %1 codex is done/),
  ]);
}, 30_000);

/** Who runs commands ends once all that may be told has been. */
async function allTold(on: TmuxServer): Promise<void> {
  const runtime = await on.tmux("display-message", "-p", "#{@agent_wizard_runtime}");
  await until("nothing is to be told any more", () => !existsSync(`${runtime}/hooks/socket`));
}

test("the end of a turn waits for the toast's delay, and one that goes on meanwhile is no news", async () => {
  await using box = sandbox({ TAW_TEST_TIMERS: "0.05" });
  await using server = await tmuxServer({ box });
  await loadHooked(
    server,
    `[ui.toast]\ndone_delay_seconds = 60\n${HOOKED}"agent.done" = "touch ~/done"\n`,
  );
  const pane = await agentWith(
    server,
    "state=working",
    "state=idle",
    "state=working",
    "state=blocked",
  );
  await becomes(server, pane, "working");
  await next(server, pane);
  await becomes(server, pane, "done");
  await next(server, pane);
  await becomes(server, pane, "working");
  await next(server, pane);
  await hears(server, 1);
  await allTold(server);
  expect(heard(server)).toMatchObject([{ data: { kind: "request" } }]);
}, 30_000);

test("a pane that a person looks at is told of by no notification", async () => {
  await using box = sandbox({ TAW_TEST_TIMERS: "0.05" });
  await using server = await tmuxServer({ box });
  await using _client = await attachClient(server);
  await loadHooked(server, `${HOOKED}"agent.blocked" = "cat >~/blocked"\n`);
  const seen = await agentWith(server, "state=working", "state=blocked");
  await server.tmux("select-window", "-t", seen);
  const unseen = await agentWith(server, "state=working", "state=blocked");
  for (const pane of [seen, unseen]) await becomes(server, pane, "working");
  for (const pane of [seen, unseen]) {
    await next(server, pane);
    await becomes(server, pane, "blocked");
  }
  const [call] = await hears(server, 1);
  expect(call).toMatchObject({ focused_pane_id: "w1:p3" });
  expect(heard(server).length).toBe(1);
}, 30_000);

test("notification show is told too, with no pane, shown or not", async () => {
  await using server = await tmuxServer();
  await loadHooked(server, HOOKED);
  const show = (...words: string[]) => server.taw("notification", "show", ...words);
  const ran = await show("it's $(built)", "--body", "all\nof it", "--sound", "request");
  expect(resultOf(ran)).toMatchObject({ shown: false, reason: "disabled" });
  const [call] = await hears(server, 1);
  expect(call).toMatchObject({
    event: "notification",
    pane: null,
    data: {
      kind: "request",
      message: "it's $(built): all of it",
      title: "it's $(built)",
      body: "all of it",
    },
  });
  expect(await Bun.file(`${server.box.home}/told`).text()).toBe(
    "request  it's $(built): all of it\n",
  );
});

test("with nothing hooked to it notification show tells nobody, and asks tmux for nothing more", async () => {
  await using server = await tmuxServer();
  await loadHooked(server, "");
  resultOf(await server.taw("notification", "show", "built"));
  expect(
    await server.tmux("display-message", "-p", "#{@agent_wizard_notified}#{@agent_wizard_queue}"),
  ).toBe("");
});

/** Taw's side with watchers that write nothing: states are what the test says. */
async function loadStill(on: TmuxServer, config: string): Promise<void> {
  await writeConfig(on, config);
  await loadInto(on, recorder(on).launcher);
  resultOf(await on.taw("config", "reload"));
}

const stateOf = (state: string, seq: string) => [
  ["set-option", "-p", "-t", "%0", "@agent_kind", "codex"],
  ["set-option", "-p", "-t", "%0", "@agent_state", state],
  ["set-option", "-p", "-t", "%0", "@agent_state_seq", seq],
  queueAppend("status", "%0"),
];

test("one change of state is told once, also where its entry came twice, and the next change is told again", async () => {
  await using server = await tmuxServer();
  await loadStill(server, HOOKED);
  const blocks = (seq: string) =>
    edgeOf(server).run(...stateOf("blocked", seq), queueAppend("status", "%0"));
  await blocks("1");
  await hears(server, 1);
  await blocks("2");
  await hears(server, 2);
  await allTold(server);
  expect(heard(server).length).toBe(2);
});

test("of a turn that ended, went on and ended again within the delay the last end is told, once", async () => {
  await using server = await tmuxServer();
  await loadStill(server, `[ui.toast]\ndone_delay_seconds = 1\n${HOOKED}`);
  const tmux = edgeOf(server);
  await tmux.run(...stateOf("done", "1"));
  await until(
    "it is handed over",
    () => server.tmux("display-message", "-p", "#{@agent_wizard_queue}"),
    (text) => text === "",
  );
  await tmux.run(...stateOf("working", "2"));
  await tmux.run(...stateOf("done", "3"));
  await hears(server, 1);
  await allTold(server);
  expect(heard(server).length).toBe(1);
});
