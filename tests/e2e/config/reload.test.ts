import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { resultOf } from "../../support/answer.ts";
import { taw } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";

let server: TmuxServer;
let file = "";
beforeAll(async () => {
  server = await tmuxServer();
  const folder = join(server.box.env["XDG_CONFIG_HOME"] ?? "", "tmux-agent-wizard");
  mkdirSync(folder, { recursive: true });
  file = join(folder, "config.toml");
});
afterAll(() => server.close());

const reload = async (toml: string) => {
  await Bun.write(file, toml);
  return resultOf(await server.taw("config", "reload"));
};

const told = () =>
  server.tmux("display-message", "-p", "#{@agent_wizard_supplements} #{@agent_wizard_grants}");

test("a config without a fault is applied, and those who read no file are told", async () => {
  const result = await reload('[detection]\nsupplements = false\n[grants]\nmode = "strict"\n');
  expect(result).toEqual({ type: "config_reload", status: "applied", diagnostics: [] });
  expect(await told()).toBe("off strict");
});

test("what is wrong is told line by line, and the rest is applied", async () => {
  const result = await reload('[detection]\nsupplements = true\n[ui]\nlayout = "round"\nodd = 1\n');
  expect(result["status"]).toBe("partial");
  const lines = Array.isArray(result["diagnostics"]) ? result["diagnostics"].map(String) : [];
  expect(lines).toHaveLength(2);
  expect(lines[0]).toStartWith(`${file}:4:`);
  expect(await told()).toBe("on standard");
});

test("a file that is no TOML fails, and everything stays as it was", async () => {
  await reload("[detection]\nsupplements = false\n");
  const result = await reload("[detection\n");
  expect(result["status"]).toBe("failed");
  expect(result["diagnostics"]).toHaveLength(1);
  expect(await told()).toBe("off standard");
});

test("no file at all is every default, applied", async () => {
  rmSync(file);
  const result = resultOf(await server.taw("config", "reload"));
  expect(result).toMatchObject({ status: "applied", diagnostics: [] });
  expect(await told()).toBe("on standard");
});

test("the file of everybody who speaks to the server is read, whatever folder the caller has for its own", async () => {
  await reload('[grants]\nmode = "strict"\n');
  const elsewhere = { TAW_CONFIG_DIR: join(server.box.home, "elsewhere") };
  for (const verb of [
    ["config", "reload"],
    ["manifest", "reload"],
    ["tmux", "load"],
  ]) {
    expect(
      (await taw(["-L", server.name, ...verb], { env: { ...server.box.env, ...elsewhere } })).code,
    ).toBe(0);
    expect(await told()).toBe("on strict");
  }
  await reload("");
});

test("herdr's words for it are there on herdr's face", async () => {
  const { code, json } = await server.taw("--face=herdr", "server", "reload-config");
  expect(code).toBe(0);
  expect(json).toEqual({
    id: "cli:server:reload-config",
    result: { type: "config_reload", status: "applied", diagnostics: [] },
  });
  expect((await server.taw("server", "reload-config")).code).toBe(2);
});
