import { afterAll, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sandbox } from "../../support/sandbox.ts";
import { taw } from "../../support/taw.ts";

const box = sandbox();
afterAll(() => box.close());

let made = 0;

/** A config folder with these files under it; taw runs with it, and it is written CONFIG in what is printed. */
function home(files: Readonly<Record<string, string>>) {
  const folder = join(box.root, `config-${(made += 1)}`);
  mkdirSync(join(folder, "agent-detection"), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return async (...argv: readonly string[]) => {
    const ran = await taw(argv, { env: { ...box.env, TAW_CONFIG_DIR: folder } });
    return JSON.parse((ran.stdout || ran.stderr).replaceAll(folder, "CONFIG"));
  };
}

const OWN = `id = "claude"
version = "1.2"
[[rules]]
id = "asks"
state = "blocked"
priority = 7
contains = ["really?"]
`;

async function claudeIn(run: ReturnType<typeof home>) {
  const { result } = await run("manifest", "list");
  const claude = result.manifests.find(({ agent }: { agent: string }) => agent === "claude");
  return { type: result.type, claude };
}

test("manifest list names each kind's manifest, with the number of taw's own rules behind it", async () => {
  const { type, claude } = await claudeIn(home({}));
  const { rules } = (await home({})("manifest", "show", "claude")).result;
  const own = rules.filter(({ source }: { source: string }) => source === "taw").length;
  expect(type).toBe("manifest_list");
  expect(own).toBeGreaterThan(0);
  expect(claude).toEqual({
    agent: "claude",
    source: "bundled",
    source_kind: "bundled",
    active_version: expect.stringMatching(/^\d+(\.\d+)+$/),
    cached_remote_version: null,
    local_override_shadowing_remote: false,
    remote_update_result: null,
    remote_update_error: null,
    remote_last_checked_unix: null,
    supplement_rules: own,
    warning: null,
  });
});

test("with [detection] supplements = false every count is 0 and no rule is taw's", async () => {
  const run = home({ "config.toml": "[detection]\nsupplements = false\n" });
  expect((await claudeIn(run)).claude.supplement_rules).toBe(0);
  const { rules } = (await run("manifest", "show", "claude")).result;
  expect(rules.filter(({ source }: { source: string }) => source !== "manifest")).toEqual([]);
});

test("a user's own manifest takes the place of taw's, and its rules are shown", async () => {
  const run = home({
    "agent-detection/claude.toml": OWN,
    "config.toml": "detection.supplements = false\n",
  });
  expect((await claudeIn(run)).claude).toMatchObject({
    source: "CONFIG/agent-detection/claude.toml",
    source_kind: "local override",
    active_version: "1.2",
    warning: null,
  });
  expect((await run("manifest", "show", "claude-code")).result).toEqual({
    type: "manifest",
    agent: "claude",
    source: "override",
    path: "CONFIG/agent-detection/claude.toml",
    version: "1.2",
    supplement_rules: 0,
    warning: null,
    rules: [
      {
        id: "asks",
        state: "blocked",
        priority: 7,
        region: expect.any(String),
        source: "manifest",
        visible: false,
        skip_state_update: false,
        contains: ["really?"],
        regex: [],
        line_regex: [],
      },
    ],
  });
});

test("a manifest that does not parse is ignored, with a warning in manifest list and in config check", async () => {
  const run = home({
    "agent-detection/claude.toml": "[[rules]\n",
    "agent-detection/claude-code.toml": OWN,
    "agent-detection/nobody.toml": OWN,
    "agent-detection/notes.txt": "not a manifest",
  });
  const { claude } = await claudeIn(run);
  expect(claude.source).toBe("bundled");
  expect(claude.warning).toStartWith("CONFIG/agent-detection/claude.toml is not used: ");
  const { result } = await run("config", "check", "--json");
  expect(result.ok).toBe(true);
  expect(result.diagnostics).toEqual([
    "CONFIG/agent-detection/claude-code.toml: warning: not used: the file for it is claude.toml",
    expect.stringMatching(/^CONFIG\/agent-detection\/claude\.toml: warning: not used: /),
    "CONFIG/agent-detection/nobody.toml: warning: not used: its name is no kind of agent that taw knows",
  ]);
});

test("a manifest that cannot be read is like one that does not parse", async () => {
  const run = home({});
  mkdirSync(join(box.root, `config-${made}`, "agent-detection/claude.toml"));
  expect((await claudeIn(run)).claude).toMatchObject({
    source: "bundled",
    warning:
      "CONFIG/agent-detection/claude.toml is not used: cannot read CONFIG/agent-detection/claude.toml: it is not an ordinary file",
  });
});

test("manifest show says which names it takes", async () => {
  const run = home({});
  expect((await run("manifest", "show", "emacs")).error).toEqual({
    code: "not_found",
    message:
      "emacs is no kind of agent that taw knows: taw manifest list shows every kind with rules",
  });
  expect((await run("manifest", "show", "")).error?.message).toStartWith('"" is no kind of agent');
});

test("herdr's own words for them print a table, or the same envelope, and are unknown to taw's face", async () => {
  const words = ["server", "agent-manifests"];
  const table = await taw(["--face=herdr", ...words], { env: box.env });
  expect(table.stdout).toMatch(/^claude\t\S+\tbundled$/m);
  const json = await taw(["--face=herdr", ...words, "--json"], { env: box.env });
  expect(JSON.parse(json.stdout)).toMatchObject({
    id: "cli:server:agent-manifests",
    result: { type: "agent_manifest_status" },
  });
  expect((await taw(words, { env: box.env })).code).toBe(2);
});
