import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parsePaneId } from "../../../src/core/ids.ts";
import { failureOf, fieldsOf, resultOf } from "../../support/answer.ts";
import { attachClient } from "../../support/client.ts";
import { taw } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer({ conf: "set -g default-command cat\n" });
});
afterAll(() => server.close());

const split = async (...words: string[]) =>
  fieldsOf(resultOf(await server.taw("pane", "split", ...words)), "pane");

const tmuxId = (record: Record<string, unknown>) => parsePaneId(String(record["pane_id"])) ?? "";

const sizeOf = (pane: string) => server.format(pane, "#{pane_width}x#{pane_height}");

test.each([
  ["right", [], "60x40", "59x40"],
  ["down", [], "120x20", "120x19"],
  ["right", ["--ratio", "0.3"], "36x40", "83x40"],
  ["down", ["--ratio", "0.01"], "120x4", "120x35"],
  ["down", ["--ratio", "7"], "120x35", "120x4"],
])("the ratio is what the old pane keeps: %s %p", async (direction, ratio, kept, given) => {
  const old = await server.pane();
  const made = await split(old, "--direction", direction, ...ratio);
  expect(await sizeOf(old)).toBe(kept);
  expect(await sizeOf(tmuxId(made))).toBe(given);
});

test("of splits at the same moment each halves what the one before left", async () => {
  const old = await server.pane();
  await Promise.all(Array.from({ length: 4 }, () => split(old, "--direction", "right")));
  const widths = await server.tmux("list-panes", "-t", old, "-F", "#{pane_width}");
  expect(widths.split("\n")).toEqual(["7", "7", "14", "29", "59"]);
});

test("the new pane is answered, and nothing is focused unasked", async () => {
  const before = await server.tmux("display-message", "-p", "#{pane_id}");
  const old = await server.pane();
  const ran = await server.taw("--face=herdr", "pane", "split", old, "--direction", "right");
  const { type, pane } = resultOf(ran);
  expect([type, fieldsOf(pane)["focused"]]).toEqual(["pane_info", false]);
  expect(await server.tmux("display-message", "-p", "#{pane_id}")).toBe(before);
  expect(await server.format(old, "#{window_panes} #{pane_active}")).toBe("2 1");
});

test("a zoomed pane is split by its size in the whole tab", async () => {
  const old = await server.pane();
  await split(old, "--direction", "right", "--ratio", "0.5");
  await server.tmux("resize-pane", "-Z", "-t", old);
  const made = await split(old, "--direction", "down", "--ratio", "0.5");
  expect(await sizeOf(old)).toBe("60x20");
  expect(await sizeOf(tmuxId(made))).toBe("60x19");
});

test("a folder is taken as it is written, without one the old pane's is", async () => {
  const folder = join(server.box.home, "a #(touch X) #{pane_id} 'q' \"d\" $HOME;");
  mkdirSync(folder);
  const old = await server.pane();
  const made = await split(old, "--direction", "right", "--cwd", folder);
  expect(made["cwd"]).toBe(folder);
  const again = await split(tmuxId(made), "--direction", "down");
  expect(again["cwd"]).toBe(folder);
});

test("a folder that is not there splits nothing", async () => {
  const old = await server.pane();
  const words = ["pane", "split", old, "--direction", "right", "--cwd", "/no/such/folder"];
  expect(failureOf(await server.taw(...words)).code).toBe("not_found");
  expect(failureOf(await server.taw("--face=herdr", ...words)).code).toBe("pane_split_failed");
  expect(await server.format(old, "#{window_panes}")).toBe("1");
});

test("variables are handed over as they are, but for herdr's own", async () => {
  const old = await server.pane();
  await server.tmux(
    "set-option",
    "-g",
    "default-command",
    'printf \'<%s>\' "$TEXT" "$HERDR_PANE_ID"; exec cat',
  );
  const text = "a=b #{pane_id} $(touch X) 'q' \"d\";";
  const made = await split(
    old,
    "--direction",
    "down",
    "--env",
    `TEXT=${text}`,
    "--env",
    "HERDR_PANE_ID=w9:p9",
  );
  await server.tmux("set-option", "-g", "default-command", "cat");
  const id = tmuxId(made);
  expect(await until("it printed", () => server.paneText(id))).toBe(`<${text}><>`);
});

test("a new pane has the PATH of the server's panes, not of who split it, and the one it is given", async () => {
  const old = await server.pane();
  await server.tmux("set-environment", "-g", "PATH", "/of/the/server:/usr/bin:/bin");
  await server.tmux("set-option", "-g", "default-command", "echo $PATH; exec cat");
  const own = await split(old, "--direction", "down");
  const given = await split(old, "--direction", "down", "--env", "PATH=/given:/usr/bin:/bin");
  await server.tmux("set-option", "-g", "default-command", "cat");
  await server.tmux("set-environment", "-g", "PATH", server.box.env["PATH"] ?? "");
  const shown = (pane: Record<string, unknown>) =>
    until("it printed", () => server.paneText(tmuxId(pane)));
  expect(await shown(own)).toBe("/of/the/server:/usr/bin:/bin");
  expect(await shown(given)).toBe("/given:/usr/bin:/bin");
});

test("a variable without a name is a usage error", async () => {
  for (const word of ["TEXT", "=x"]) {
    const ran = await server.taw("pane", "split", "%0", "--direction", "right", "--env", word);
    expect([ran.code, ran.stdout]).toEqual([2, ""]);
  }
});

test("--current is the pane taw was called from, and a usage error outside of one", async () => {
  const old = await server.pane();
  const words = ["pane", "split", "--current", "--direction", "right"];
  const inside = await taw(words, {
    env: {
      ...server.box.env,
      TMUX: `${server.socketPath},${await server.tmux("display-message", "-p", "#{pid}")},0`,
      TMUX_PANE: old,
    },
  });
  expect(resultOf(inside)["type"]).toBe("pane");
  expect(await server.format(old, "#{window_panes}")).toBe("2");
  const outside = await server.taw("--face=herdr", ...words);
  expect([outside.code, outside.stdout]).toEqual([2, ""]);
  expect(outside.stderr).toContain("--current requires HERDR_PANE_ID");
});

test("--workspace splits the pane in front of that workspace, --pane wins over it", async () => {
  await server.tmux("new-session", "-d", "-s", "there", "-x", "80", "-y", "20", "cat");
  const there = await server.tmux("display-message", "-p", "-t", "=there:", "#{pane_id}");
  const id = fieldsOf(resultOf(await server.taw("pane", "get", there)), "pane")["workspace_id"];
  const made = await split("--workspace", String(id), "--direction", "right");
  expect(made["workspace_id"]).toBe(id);
  const other = await split("--workspace", String(id), "--pane", "%0", "--direction", "right");
  expect(other["workspace_id"]).toBe("w1");
});

test("what the right click does is written on the new pane", async () => {
  const made = await split(await server.pane(), "--direction", "right", "--right-click", "pane");
  expect(await server.format(tmuxId(made), "#{@agent_right_click}")).toBe("pane");
});

test("--focus brings the person to the new pane", async () => {
  await server.tmux("new-session", "-d", "-s", "far", "cat");
  const far = await server.tmux("display-message", "-p", "-t", "=far:", "#{pane_id}");
  await using person = await attachClient(server, { session: "main" });
  const made = await split(far, "--direction", "right", "--focus");
  expect(made["focused"]).toBe(true);
  expect(await server.tmux("list-clients", "-F", "#{client_name} #{session_name} #{pane_id}")).toBe(
    `${person.name} far ${tmuxId(made)}`,
  );
});

test("a pane too small for two is refused with its reason, on both faces", async () => {
  const old = await server.pane();
  await split(old, "--direction", "right");
  await server.tmux("resize-pane", "-t", old, "-x", "2");
  const words = ["pane", "split", old, "--direction", "right"];
  const { code, message } = failureOf(await server.taw(...words));
  expect(code).toBe("tmux_error");
  expect(message).toContain("no space");
  expect(failureOf(await server.taw("--face=herdr", ...words)).code).toBe("pane_split_failed");
  expect(await server.format(old, "#{window_panes}")).toBe("2");
});

test("a pane that is not there is not found", async () => {
  const words = ["pane", "split", "w1:p99", "--direction", "right"];
  expect(failureOf(await server.taw(...words)).code).toBe("not_found");
  expect(failureOf(await server.taw("--face=herdr", ...words)).code).toBe("pane_not_found");
});
