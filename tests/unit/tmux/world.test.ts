import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { World } from "../../../src/core/world.ts";
import { readWorld } from "../../../src/tmux/read.ts";
import { edgeOf } from "../../support/loaded.ts";
import { plainWorld } from "../../support/plain-world.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer();
});
afterAll(() => server.close());

const HOSTILE = "a,b}c#{pane_id}##{?x,y,z}#(id)\t$HOME\\d\ne;'\"<x>";
const NAME = HOSTILE.replace(/[\t\n.:]/g, " ").replaceAll("#", "##");

const set = (pane: string, option: string, value: string) =>
  server.tmux("set-option", "-p", "-t", pane, option, value);

async function agent(pane: string, options: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(options)) await set(pane, `@agent_${name}`, value);
}

/** Workspaces, tabs and panes of every kind that a World tells apart. */
async function furnish(): Promise<void> {
  const folder = join(server.box.root, HOSTILE);
  mkdirSync(folder, { recursive: true });
  const inFolder = ["-c", folder.replaceAll("#", "##")];
  await server.tmux("rename-session", "-t", "$0", NAME);
  await server.tmux("rename-window", "-t", "@0", NAME);
  await server.tmux("select-pane", "-t", "%0", "-T", NAME);
  await server.tmux("split-window", "-d", "-t", "%0", ...inFolder, "sh", "-c", "exec cat", HOSTILE);
  await server.tmux(
    "split-window",
    "-h",
    "-t",
    "%0",
    "sh",
    "-c",
    "printf '\\033[?1049h'; exec cat",
  );
  const zoomed = await server.pane();
  await server.tmux("split-window", "-t", zoomed, "cat");
  await server.tmux("resize-pane", "-Z", "-t", zoomed);
  await server.tmux("resize-window", "-t", zoomed, "-x", "77", "-y", "22");
  const crowded = await server.pane();
  for (const way of ["-v", "-h", "-v"])
    await server.tmux("split-window", way, "-t", crowded, "cat");
  await server.tmux("resize-window", "-t", crowded, "-x", "2", "-y", "2");
  await server.tmux("new-session", "-d", "-s", "B", ...inFolder, "-x", "90", "-y", "30", "cat");
  await server.tmux("new-session", "-d", "-s", "A", "-t", "$0");
  await server.tmux("new-window", "-d", "-t", "=B:7", "cat");
  await server.tmux("link-window", "-d", "-s", "@0", "-t", "=B:5");
  await server.tmux("link-window", "-d", "-s", "=B:7", "-t", "=B:9");
  await server.tmux("select-window", "-t", "=B:5");
  await server.tmux("set-option", "-g", "remain-on-exit", "on");
  const dead = await server.pane("true");
  await until("the pane is dead", async () => (await server.format(dead, "#{pane_dead}")) === "1");
  const scrolled = await server.pane("sh", "-c", "seq 200; exec cat");
  await until("it has printed", async () => (await server.paneText(scrolled)).endsWith("200"));
  await server.tmux("copy-mode", "-t", scrolled);
  await server.tmux("send-keys", "-X", "-t", scrolled, "-N", "9", "scroll-up");
  await server.tmux("clock-mode", "-t", "%0");
  await server.tmux("select-pane", "-d", "-t", "%1");
  await server.tmux("pipe-pane", "-t", "%1", "cat >/dev/null");
  await set("%1", "@agent_pipe", "1700000000");
  await server.tmux("pipe-pane", "-t", "%0", "cat >/dev/null");
  await set(zoomed, "@agent_pipe", "1700000001");
  const said = { kind: "claude", name: "0", state: "blocked", state_since: "1700000000123" };
  const more = { state_seq: "7", rule: "r", source: "screen", message: "m,}#{pid}" };
  await agent("%0", { ...said, ...more, progress: "4;1;42", pid: "123 456" });
  await agent("%1", { kind: "0", state: "idle" });
  await agent(zoomed, { name: "0", state: "working" });
  await agent(dead, { state: "working", state_seq: "3" });
  await set("%0", "@agent_watcher", "1 2 /tmp/x");
  await set("%1", "@agent_grants", "read,write");
  const metadata = `3 {"presentations":[{"source":"s","title":"t,}"}],"tokens":{},"sequences":[]}`;
  await set("%1", "@agent_metadata", metadata);
  await set("%1", "@agent_label", HOSTILE);
  await set(dead, "@agent_label", "0");
  await server.tmux("set-option", "-t", "=B:", "@agent_wizard_metadata", metadata);
  const worktree = { repo_key: HOSTILE, repo_root: "/r", checkout_path: "/c" };
  const membership = JSON.stringify({ ...worktree, is_linked_worktree: true });
  await server.tmux("set-option", "-t", "=B:", "@agent_wizard_worktree", membership);
}

const told = ({ workspaces, links, tabs, panes }: World) => ({ workspaces, links, tabs, panes });

/** A World with what the plain lists told both before and after it: programs start and print for a while. */
async function readAtRest() {
  let world = await readWorld(edgeOf(server));
  let plain = await plainWorld(server);
  await until("nothing moves", async () => {
    const before = plain;
    world = await readWorld(edgeOf(server));
    plain = await plainWorld(server);
    return isDeepStrictEqual(before, plain);
  });
  return { world, plain };
}

test("a World is what tmux tells of each thing, field by field, whatever it is called and however it is linked", async () => {
  await furnish();
  const { world, plain } = await readAtRest();
  expect<unknown>(told(world)).toEqual(plain);
  expect([
    world.workspaces.length,
    world.links.length,
    world.tabs.length,
    world.panes.length,
  ]).toEqual([3, 14, 7, 13]);
  expect(world.panes.filter(({ agent: one }) => one).map(({ agent: one }) => one?.name)).toEqual([
    "0",
    null,
    "0",
  ]);
});
