import { expect, test } from "bun:test";
import { attachClient } from "../../support/client.ts";
import type { TerminalClient } from "../../support/client.ts";
import { countingTmux } from "../../support/counting-tmux.ts";
import { bin, run } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";

/** Two workspaces: two tabs, one of them with two panes, in the first; one agent alone in the second. */
async function spaces(): Promise<TmuxServer> {
  const server = await tmuxServer();
  await server.tmux("set-option", "-gw", "automatic-rename", "off");
  await server.tmux("rename-window", "first");
  await server.tmux("new-window", "-d", "-n", "second", "-t", "=main:", "cat");
  await server.tmux("split-window", "-d", "-t", "=main:1", "cat");
  await server.tmux("new-session", "-d", "-s", "other", "-n", "third", "cat");
  await server.tmux("set-option", "-p", "-t", "%3", "@agent_kind", "claude");
  await server.tmux("set-option", "-p", "-t", "%2", "@agent_name", "ann");
  return server;
}

/** What has to be there before the verb is called. */
interface Scene {
  /** Whose workspaces people look at. */
  people?: readonly string[];
  /** tmux commands. */
  before?: readonly (readonly string[])[];
}

const SCENES: Readonly<Record<string, Scene>> = {
  "with nobody attached": {},
  "in the person's workspace": { people: ["main"] },
  "in another workspace than the person's": { people: ["other"] },
  "with two people": { people: ["main", "other"] },
  "with another tab in front": { before: [["select-window", "-t", "@1"]] },
  "in a tab of two workspaces": {
    people: ["other"],
    before: [["link-window", "-d", "-s", "@1", "-t", "=other:"]],
  },
  "in a group": { people: ["main"], before: [["new-session", "-d", "-t", "=main", "-s", "twin"]] },
  "in a zoomed tab": { before: [["resize-pane", "-Z", "-t", "%1"]] },
};

const CALLS = [
  ["tab", "focus", "@1"],
  ["tab", "focus", "w2:t2"],
  ["pane", "focus", "%2"],
  ["workspace", "focus", "$1"],
  ["agent", "focus", "%2"],
  ["agent", "focus", "%1"],
  ["agent", "rename", "%3", "ann"],
  ["agent", "rename", "%2", "--clear"],
  ["agent", "rename", "%3", "bob"],
  ["pane", "zoom", "%1"],
  ["pane", "zoom", "w1:p2", "--on"],
  ["pane", "zoom", "%1", "--off"],
  ["pane", "zoom", "%3"],
] as const;

/** tmux as it stands, without what differs between two servers. */
async function standing(server: TmuxServer): Promise<string> {
  const panes =
    "#{session_id} #{window_id} #{pane_id} #{window_active}#{pane_active}#{window_flags}";
  const names = "#{session_name} #{window_name} #{@agent_name} #{@agent_label}";
  const listed = await server.tmux("list-panes", "-a", "-F", `${panes} ${names}`);
  const clients = await server.tmux("list-clients", "-F", "#{session_id} #{pane_id}");
  return [listed, clients].join("\n");
}

interface Outcome {
  answers: readonly string[];
  standings: readonly string[];
}

/** What the calls answer one after the other, and how each leaves the server. */
async function played(
  { people = [], before = [] }: Scene,
  mode: "at once" | "looks first",
): Promise<Outcome> {
  await using server = await spaces();
  const seats: TerminalClient[] = [];
  for (const session of people) seats.push(await attachClient(server, { session }));
  for (const words of before) await server.tmux(...words);
  // Then somebody could be refused, so each call looks who asks.
  if (mode === "looks first")
    await server.tmux("set-option", "-s", "@agent_wizard_grants", "strict");
  const answers: string[] = [];
  const standings: string[] = [];
  for (const words of CALLS) {
    const { code, stdout, stderr } = await server.taw(...words);
    const said = `${words.join(" ")}: ${code} ${stdout}${stderr}`;
    answers.push(
      said.replaceAll(server.box.root, "ROOT").replaceAll(/(term_|"revision":)[0-9a-f]+/g, "$1N"),
    );
    standings.push(`${words.join(" ")}\n${await standing(server)}`);
  }
  for (const seat of seats) await seat[Symbol.asyncDispose]();
  return { answers, standings };
}

test.each(Object.entries(SCENES))(
  "a verb that changes one thing answers and leaves the same in one call as after a look: %s",
  async (_name, scene) => {
    const [atOnce, looked] = await Promise.all([
      played(scene, "at once"),
      played(scene, "looks first"),
    ]);
    expect(atOnce.answers).toEqual([...looked.answers]);
    expect(atOnce.standings).toEqual([...looked.standings]);
  },
  60_000,
);

test("one call of tmux carries such a verb out where no person has to be led from one workspace to another", async () => {
  await using server = await spaces();
  await using _person = await attachClient(server);
  const tmux = countingTmux(server);
  const env = { ...server.box.env, PATH: tmux.path };
  for (const words of [
    ["tab", "focus", "@1"],
    ["pane", "focus", "%0"],
    ["agent", "focus", "%2"],
    ["agent", "rename", "%2", "bob"],
    ["pane", "zoom", "%1"],
    ["pane", "rename", "%1", "label"],
    ["tab", "rename", "@1", "label"],
    ["workspace", "rename", "$0", "label"],
  ]) {
    const before = tmux.count();
    const { code } = await run([bin, "-L", server.name, ...words], { env });
    expect([words, code, tmux.count() - before]).toEqual([words, 0, 1]);
  }
});
