import { afterAll, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadRules } from "../../../watcher/rules.ts";
import { sandbox } from "../../support/sandbox.ts";

const box = sandbox();
afterAll(() => box.close());

const config = join(box.root, "config");
const own = (kind: string): string => join(config, "agent-detection", `${kind}.toml`);
mkdirSync(join(config, "agent-detection"), { recursive: true });

const PROMPT = "[[rules]]\nid = 'mine'\nstate = 'blocked'\ncontains = ['shall I?']\n";

test("the user's own manifest of a kind is used in place of taw's", async () => {
  writeFileSync(own("codex"), `id = 'codex'\n${PROMPT}`);
  const rules = await loadRules("codex", config, false);
  expect(rules?.read("Shall I?", "", "")).toMatchObject({ state: "blocked", rule: { id: "mine" } });
});

test("one that does not parse, and one that cannot be read, leave taw's own in use", async () => {
  writeFileSync(own("claude"), "[[rules]\n");
  mkdirSync(own("gemini"));
  for (const kind of ["claude", "gemini"]) {
    const rules = await loadRules(kind, config, false);
    expect([kind, rules?.read("Shall I?", "", "").rule]).toEqual([kind, null]);
  }
});

test("a kind without rules, and a name that is no kind, have none to read a screen by", async () => {
  for (const kind of ["aider", "..", ""]) expect(await loadRules(kind, config, true)).toBeNull();
});
