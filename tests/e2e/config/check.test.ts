import { afterAll, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sandbox } from "../../support/sandbox.ts";
import { taw } from "../../support/taw.ts";

const box = sandbox();
afterAll(() => box.close());

let made = 0;

/** `taw config check` on a folder of its own, which is written CONFIG in what is printed. */
async function check(toml: string | null, argv: readonly string[] = [], face = "taw") {
  const folder = join(box.root, `config-${(made += 1)}`);
  mkdirSync(folder);
  if (toml !== null) writeFileSync(join(folder, "config.toml"), toml);
  const env = { ...box.env, TAW_CONFIG_DIR: folder, TAW_FACE: face };
  const { code, stdout, stderr } = await taw(["config", "check", ...argv], { env });
  return { code, stdout: stdout.replaceAll(folder, "CONFIG"), stderr };
}

test("a valid file, and no file, are config: ok and exit 0", async () => {
  for (const toml of [null, "", '[ui]\ndepth = "all"\n[machines]\nstudio = "ann@studio"\n']) {
    expect(await check(toml)).toMatchObject({ code: 0, stdout: "config: ok\n", stderr: "" });
  }
});

test("an error is config: issues found and exit 1, with file, line and column", async () => {
  expect(await check('[ui]\ndepth = "al"\nlayot = 1\n')).toMatchObject({
    code: 1,
    stdout: [
      "config: issues found",
      'CONFIG/config.toml:2:9: error: ui.depth is "al"; it takes "sessions", "agents" or "all"',
      "CONFIG/config.toml:3:1: warning: unknown key ui.layot is ignored; did you mean ui.layout?",
      "",
    ].join("\n"),
  });
});

test("warnings alone are told and exit 0: a key that taw does not know is safe to write", async () => {
  expect(await check("[ui]\nsparkle = true\n")).toMatchObject({
    code: 0,
    stdout: "config: ok\nCONFIG/config.toml:2:1: warning: unknown key ui.sparkle is ignored\n",
  });
});

test("--json gives the envelope on both faces, with the same exit", async () => {
  const toml = "ui = [";
  const ran = await check(toml, ["--json"]);
  const herdr = await check(toml, ["--json"], "herdr");
  const message = "not TOML: Unterminated array; expected ']'";
  const problem = { severity: "error", file: "CONFIG/config.toml", line: 1, column: 6, message };
  const result = {
    type: "config_check",
    config: "CONFIG/config.toml",
    ok: false,
    diagnostics: [`CONFIG/config.toml:1:6: error: ${message}`],
    problems: [problem],
  };
  expect([ran.code, herdr.code]).toEqual([1, 1]);
  expect(JSON.parse(ran.stdout)).toEqual({ id: "cli:config:check", result });
  expect(JSON.parse(herdr.stdout)).toEqual({ id: "cli:config:check", result });
});

test("a TAW_CONFIG_DIR that is no full path is refused by name", async () => {
  const ran = await taw(["config", "check"], { env: { ...box.env, TAW_CONFIG_DIR: "conf" } });
  expect(ran).toMatchObject({ code: 1, stdout: "" });
  expect(JSON.parse(ran.stderr).error).toMatchObject({
    code: "invalid_argument",
    message:
      'TAW_CONFIG_DIR is "conf", which is not a full path: give one that begins with /, or unset it',
  });
});
