import { expect, test } from "bun:test";
import { attachClient } from "../../support/client.ts";
import { listen } from "../../support/listener.ts";
import { loadInto, recorder } from "../../support/loaded.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

const quiet = (server: TmuxServer) =>
  until(
    "the queue is empty and nobody drains",
    () => server.tmux("display-message", "-p", "#{@agent_wizard_queue}#{@agent_wizard_draining}"),
    (text) => text === "",
  );

const front = (workspace: string, tab: string, pane: string): string[] => [
  `workspace.focused ${workspace}`,
  `tab.focused ${tab}`,
  `pane.focused ${pane}`,
];

const made = (tab: string, ...panes: string[]): string[] => [
  `tab.created ${tab}`,
  ...panes.map((pane) => `pane.created ${pane}`),
  `layout.updated ${tab}`,
];

const TWO =
  '{"type":"split","direction":"right","ratio":0.5,"first":{"type":"pane"},"second":{"type":"pane"}}';

/** What is typed, and what is told in this order (reference/herdr/events.md §3); a person looks at `$0`. */
const STORY: readonly (readonly [words: string, told: readonly string[]])[] = [
  ["workspace create --label one --no-focus", ["workspace.created $1", ...made("@1", "%1")]],
  [
    "workspace create --label two --focus",
    ["workspace.created $2", ...made("@2", "%2"), ...front("$2", "@2", "%2")],
  ],
  ["workspace focus w1", front("$0", "@0", "%0")],
  ["workspace focus w1", []],
  ["tab create --workspace w1 --no-focus", made("@3", "%3")],
  ["tab create --workspace w1 --focus", [...made("@4", "%4"), ...front("$0", "@4", "%4")]],
  ["tab move w1:t5 --insert-index 0", ["tab.moved @4"]],
  ["tab focus w1:t1", front("$0", "@0", "%0")],
  ["pane split w1:p1 --direction right --no-focus", ["pane.created %5", "layout.updated @0"]],
  [
    "pane split w1:p1 --direction down --focus",
    ["pane.created %6", "layout.updated @0", ...front("$0", "@0", "%6")],
  ],
  ["pane resize --pane w1:p1 --direction right", ["layout.updated @0"]],
  ["pane zoom w1:p7", ["layout.updated @0"]],
  ["pane zoom w1:p7", ["layout.updated @0"]],
  ["pane swap --pane w1:p1 --direction right", ["layout.updated @0"]],
  [
    "pane move w1:p6 --new-tab --no-focus",
    ["tab.created @5", "pane.moved %5", "layout.updated @0", "layout.updated @5"],
  ],
  [
    "pane move w1:p6 --new-workspace --no-focus",
    [
      "tab.closed @5",
      "workspace.created $3",
      "tab.created @6",
      "pane.moved %5",
      "layout.updated @6",
    ],
  ],
  [
    "pane move w1:p6 --tab w1:t1 --split right --no-focus",
    ["tab.closed @6", "workspace.closed $3", "pane.moved %5", "layout.updated @0"],
  ],
  ["pane close w1:p6", ["pane.closed %5", "layout.updated @0"]],
  ["tab rename w1:t1 named", ["tab.renamed @0"]],
  ["workspace rename w1 named", ["workspace.renamed $0"]],
  ["pane rename w1:p1 mine", ["pane.updated %0"]],
  [`layout apply --workspace w3 --no-focus ${TWO}`, made("@7", "%8", "%9")],
  [
    `layout apply --tab w3:t8 --no-focus ${TWO}`,
    // tmux makes the new tab before the old one goes; herdr tells it the other way round.
    [
      "tab.created @8",
      "pane.created %10",
      "pane.created %11",
      "pane.closed %8",
      "pane.closed %9",
      "tab.closed @7",
      "layout.updated @8",
    ],
  ],
  ["tab close w3:t9", ["pane.closed %10", "pane.closed %11", "tab.closed @8"]],
  ["workspace close w2", ["pane.closed %1", "tab.closed @1", "workspace.closed $1"]],
];

test("each verb's events are told in herdr's order, and who is in front after them", async () => {
  await using server = await tmuxServer();
  const { folders } = await loadInto(server, recorder(server).launcher);
  await using client = await attachClient(server);
  using reader = await listen(server, folders.runtime);
  await quiet(server);
  for (const [words, told] of STORY) {
    reader.heard.length = 0;
    const ran = await server.taw("--face=herdr", ...words.split(" "));
    expect(`${words}: ${ran.stderr}`).toBe(`${words}: `);
    await quiet(server);
    const heard = () =>
      reader.heard
        .filter(({ name }) => name !== "changed")
        .map(({ name, about }) => `${name} ${about.pane ?? about.tab ?? about.workspace}`);
    await until(words, heard, (names) => names.length >= told.length);
    await quiet(server);
    expect([words, ...heard()]).toEqual([words, ...told]);
  }
  expect(client.name).toStartWith("/dev/");
}, 30_000);
