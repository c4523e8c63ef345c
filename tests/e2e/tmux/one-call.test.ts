import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { attachClient } from "../../support/client.ts";
import { makeTwins } from "../../support/twins.ts";
import type { Twins } from "../../support/twins.ts";

/** `main` has `%0` beside `%1`, and `%2` in a second tab; `other` has `%3`, and the agent `ann` in `%4` in a second tab. */
let twins: Twins;
beforeAll(async () => {
  twins = await makeTwins();
  await twins.tmux("split-window", "-dh", "-t", "%0");
  await twins.tmux("new-window", "-d", "-t", "=main:");
  await twins.tmux("new-session", "-d", "-s", "other");
  await twins.tmux("new-window", "-d", "-t", "=other:");
});
afterAll(() => twins[Symbol.asyncDispose]());

beforeEach(async () => {
  await twins.tmux("select-window", "-t", "$0:@0");
  await twins.tmux("select-window", "-t", "$1:@2");
  await twins.tmux("select-pane", "-t", "%0");
  await twins.tmux("set-option", "-p", "-t", "%4", "@agent_kind", "claude");
  await twins.tmux("set-option", "-p", "-t", "%4", "@agent_name", "ann");
});

/** The verbs one after the other, each with how often it calls tmux. */
async function callEach(calls: readonly [words: string, calls: number][]): Promise<void> {
  for (const [words, count] of calls) {
    expect([words, await twins.callsOf(...words.split(" "))]).toEqual([words, count]);
  }
}

test("with nobody attached a place comes in front by one call, once tmux knows what is in front", async () => {
  await twins.tmux("set-option", "-su", "@agent_wizard_front");
  await callEach([
    ["workspace focus w1", 2],
    ["tab focus w1:t2", 1],
    ["tab focus @2", 1],
    ["tab focus w2:t4", 1],
    ["workspace focus w1", 1],
    ["workspace focus w1", 1],
    ["pane focus %1", 1],
    ["pane focus w2:p5", 1],
    ["agent focus w2:p5", 1],
    ["agent focus ann", 2],
    ["agent focus %0", 1],
    ["tab focus @99", 1],
  ]);
});

test("what is in front is looked for where a workspace was used since, or the one in front has gone", async () => {
  await callEach([["workspace focus w2", 1]]);
  await twins.tmux("set-option", "-s", "@agent_wizard_front", "1000000000 1");
  await callEach([
    ["tab focus w1:t2", 2],
    ["workspace focus w1", 1],
  ]);
  await twins.tmux("set-option", "-s", "@agent_wizard_front", "9000000000 77");
  await callEach([
    ["tab focus w1:t1", 2],
    ["tab focus w1:t2", 1],
  ]);
});

test("a person is left in the workspace that they look at by one call, and brought to another one by two", async () => {
  const people = await Promise.all(twins.servers.map((server) => attachClient(server)));
  await callEach([
    ["workspace focus w1", 1],
    ["tab focus w1:t2", 1],
    ["pane focus w1:p2", 1],
    ["tab focus w2:t4", 2],
    ["agent focus %4", 1],
    ["workspace focus w1", 2],
    ["pane focus %3", 2],
    ["pane focus %0", 2],
  ]);
  for (const person of people) await person.detach();
});

test("a tab that several workspaces show is looked for", async () => {
  await twins.tmux("link-window", "-d", "-s", "@1", "-t", "$1:7");
  await callEach([
    ["tab focus @1", 2],
    ["tab focus w2:t2", 2],
    ["pane focus w2:p3", 2],
  ]);
  await twins.tmux("unlink-window", "-t", "$1:7");
});

test("a program's client is nobody, also one on a terminal", async () => {
  const programs = await Promise.all(
    twins.servers.map((server) => attachClient(server, { isControl: true })),
  );
  await callEach([
    ["workspace focus w2", 2],
    ["tab focus w1:t2", 3],
  ]);
  for (const program of programs) await program.detach();
});

test("a pane is zoomed by one call, with the same word of what changed", async () => {
  await callEach([
    ["pane zoom %0", 1],
    ["pane zoom %0 --on", 1],
    ["pane zoom w1:p2 --on", 1],
    ["pane zoom w1:p2", 1],
    ["pane zoom %1 --off", 1],
    ["pane zoom %1 --mode toggle", 1],
    ["pane zoom --pane %1 --off", 1],
    ["pane zoom %2", 1],
    ["pane zoom", 2],
    ["pane zoom", 2],
    ["pane zoom %99", 1],
  ]);
});

test("an agent is named by one call, and by two where it or another one of the name has to be found", async () => {
  await twins.tmux("set-option", "-p", "-t", "%2", "@agent_kind", "codex");
  await callEach([
    ["agent rename w2:p5 bea", 1],
    ["agent rename %4 bea", 1],
    ["agent rename bea carl", 2],
    ["agent rename %2 carl", 2],
    ["agent rename %2 dora", 1],
    ["agent rename %4 --clear", 1],
    ["agent rename %0 eve", 1],
  ]);
  await twins.tmux("set-option", "-pu", "-t", "%2", "@agent_kind");
  await callEach([["agent rename %2 --clear", 1]]);
});

test("renaming is one call, and a taken name a refusal", async () => {
  await callEach([
    ["tab rename w1:t2 one", 1],
    ["pane rename %1 two", 1],
    ["workspace rename w2 three", 1],
    ["workspace rename w1 three", 2],
    ["workspace rename w2 other", 1],
  ]);
});

test("two panes change places by one call", async () => {
  await callEach([
    ["pane swap --source-pane %0 --target-pane %1", 1],
    ["pane swap --source-pane w1:p2 --target-pane w1:p1", 1],
    ["pane swap --source-pane %0 --target-pane %2", 1],
    ["pane swap --source-pane %0 --target-pane %0", 1],
    ["pane swap --source-pane %99 --target-pane %0", 1],
    ["pane swap --direction right", 2],
  ]);
  await twins.tmux("resize-pane", "-Z", "-t", "%1");
  await callEach([
    ["pane swap --source-pane %0 --target-pane %1", 1],
    ["pane zoom %1 --off", 1],
  ]);
});

// Which of a close and the new front is told first depends on where a batch of events ends (one run in four, under load).
test(
  "closing is one call where no workspace ends that somebody looks at or that has worktrees, and nobody is asked",
  async () => {
    await twins.tmux("split-window", "-d", "-t", "%2");
    await twins.tmux("new-window", "-d", "-t", "=main:");
    await twins.tmux("new-window", "-d", "-t", "=main:");
    for (const name of ["a", "b", "c"]) await twins.tmux("new-session", "-d", "-s", name);
    const [plain] = twins.servers;
    const people = await Promise.all(
      twins.servers.map((server) => attachClient(server, { session: "a" })),
    );
    await callEach([
      ["pane close %5", 1],
      ["pane close %2", 2],
      ["tab close @4", 1],
      ["tab close @99", 1],
      ["workspace close w4", 1],
      ["workspace close w3", 2],
    ]);
    for (const person of people) await person.detach();
    await twins.tmux("set-option", "-t", "$4", "@agent_wizard_worktree", "repo");
    await callEach([["workspace close w5", 2]]);
    expect(await plain?.tmux("list-windows", "-a", "-F", "#{window_id}")).toBe("@0\n@5\n@2\n@3");
    for (const server of twins.servers) {
      const folder = `${server.box.home}/.config/tmux-agent-wizard`;
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${folder}/config.toml`, '[hooks]\npre_close = ["echo no >&2; false"]\n');
    }
    await callEach([["tab close @5", 2]]);
    expect(await plain?.tmux("list-windows", "-a", "-F", "#{window_id}")).toContain("@5");
  },
  { retry: 2 },
);
