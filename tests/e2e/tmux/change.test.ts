import { afterAll, beforeAll, expect, test } from "bun:test";
import { Failure } from "../../../src/core/failure.ts";
import { findPane } from "../../../src/core/world.ts";
import { change, changeUnseen } from "../../../src/tmux/change.ts";
import type { UnseenChange } from "../../../src/tmux/change.ts";
import { makeTmux } from "../../../src/tmux/client.ts";
import type { Tmux } from "../../../src/tmux/client.ts";
import { readWorld } from "../../../src/tmux/read.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";

let server: TmuxServer;
let tmux: Tmux;

beforeAll(async () => {
  server = await tmuxServer();
  const { socketPath: path } = server;
  tmux = makeTmux({ flags: ["-S", path], label: path, isOwn: false }, server.box.env);
});

afterAll(() => server.close());

const NASTY = `a"b$HOME\\n#{pid};#(touch x)~'\n;`;

const labelled = (label: string) => [["set-option", "-p", "@agent_label", label]];

test("a change is carried out byte for byte, and the World that comes with it shows it", async () => {
  const seen = await readWorld(tmux);
  const pane = seen.panes[0]?.id ?? "%0";
  const wish = { target: pane, commands: [["set-option", "-p", "-t", pane, "@nasty", NASTY]] };
  const { printed } = await change(tmux, seen, wish);
  expect(printed).toBe("");
  expect(await server.format(pane, "#{@nasty}")).toBe(NASTY);
  const split = [["split-window", "-d", "-t", pane, "-P", "-F", "#{pane_id}", "cat"]];
  const made = await change(tmux, seen, { target: pane, commands: split });
  expect(findPane(made.world, made.printed as `%${number}`)?.tabId).toBe(seen.tabs[0]?.id);
});

test("nothing is carried out on a target that has gone, nor on another server that has its id", async () => {
  const seen = await readWorld(tmux);
  const gone = change(tmux, seen, { target: "%999", commands: labelled("gone") });
  expect(gone).rejects.toMatchObject({ code: "not_found", subject: "pane" });
  const other = { ...seen, server: { ...seen.server, startUnix: 1 } };
  const pane = seen.panes[0]?.id ?? "%0";
  const elsewhere = change(tmux, other, { target: pane, commands: labelled("elsewhere") });
  expect(elsewhere).rejects.toMatchObject({ code: "not_found" });
  await Promise.allSettled([gone, elsewhere]);
  expect((await readWorld(tmux)).panes.map(({ label }) => label)).not.toContain("elsewhere");
});

test("a change without a look is carried out on what is there, and left alone where a caller could be refused", async () => {
  const pane = (await server.pane()) as `%${number}`;
  const wish = (label: string) => ({
    target: pane,
    commands: [["set-option", "-p", "-t", pane, "@agent_label", label]],
  });
  const labelNow = () => server.format(pane, "#{@agent_label}");
  const changed = await changeUnseen(tmux, wish("first"));
  expect("changed" in changed && findPane(changed.changed.world, pane)?.label).toBe("first");
  const seen = async (one: UnseenChange) => {
    const unseen = await changeUnseen(tmux, one);
    return "seen" in unseen && findPane(unseen.seen, pane)?.label;
  };
  expect(await seen({ ...wish("gone"), target: "%999" })).toBe("first");
  expect(await seen({ ...wish("otherwise"), only: ["#{pane_in_mode}"] })).toBe("first");
  await server.tmux("set-option", "-p", "-t", pane, "@agent_grants", "read");
  expect(await seen(wish("guarded"))).toBe("first");
  await server.tmux("set-option", "-pu", "-t", pane, "@agent_grants");
  await server.tmux("set-option", "-s", "@agent_wizard_grants", "strict");
  expect(await seen(wish("strict"))).toBe("first");
  await server.tmux("set-option", "-su", "@agent_wizard_grants");
  expect(await labelNow()).toBe("first");
});

test("the condition is tested at the target when the commands run, and refuses in the verb's own words", async () => {
  const pane = await server.pane();
  const seen = await readWorld(tmux);
  const otherwise = new Failure("invalid_argument", "the pane is in a mode");
  const wish = {
    target: pane as `%${number}`,
    when: { format: "#{==:#{pane_in_mode},0}", otherwise },
    commands: [["set-option", "-p", "-t", pane, "@agent_label", "typed"]],
  };
  await server.tmux("copy-mode", "-t", pane);
  expect(change(tmux, seen, wish)).rejects.toBe(otherwise);
  await server.tmux("send-keys", "-t", pane, "-X", "cancel");
  const { world } = await change(tmux, seen, wish);
  expect(findPane(world, pane as `%${number}`)?.label).toBe("typed");
});

test("a command that tmux refuses rises as tmux's refusal", async () => {
  const seen = await readWorld(tmux);
  const pane = seen.panes[0]?.id ?? "%0";
  const wish = { target: pane, commands: [["select-layout", "-t", pane, "no such layout"]] };
  expect(change(tmux, seen, wish)).rejects.toMatchObject({ code: "tmux_error" });
});
