import { describe, expect, test } from "bun:test";
import { activeManifest, DETECTED_KINDS } from "../../../src/detect/catalogue.ts";
import { evaluate } from "../../../src/detect/engine.ts";
import { CAPTURES } from "./screens.ts";

/** A list that its user opened, though the agent rests: another agent's dialog may have the very same keys. */
const SHOWS_A_LIST: ReadonlySet<string> = new Set(["copilot/error-02"]);

const resting = CAPTURES.filter(
  ({ accept, id }) =>
    !accept.includes("blocked") && !accept.includes("none") && !SHOWS_A_LIST.has(id),
);

const PLAIN: Readonly<Record<string, string>> = {
  "a shell at its prompt": "$ ls\nREADME.md  src\n$ ",
  "a two-line prompt":
    "~/proj on main via bun v1.4.5\n❯ git status\nnothing to commit\n\n~/proj on main\n❯ ",
  "an editor": `${"  1 export const x = 1;\n~\n~\n"}\n"a.ts" 1L, 22B    1,1   All`,
  "a pager": "commit 046a8bb\nAuthor: A <a@example.com>\n\n    Read the screens\n\n:",
  "a build that waits": "? Do you want to proceed? (y/N) ",
  "a package manager": "⠋ Installing packages\nadded 31 packages in 2s\n",
  "a test run": "tests/a.test.ts:\n(pass) it works [0.10ms]\n\n 1 pass\n 0 fail\n",
  "a list of processes":
    "  PID USER  %CPU COMMAND\n 1234 me     3.1 node server.js\n 1235 me     0.0 -bash\n",
  nothing: "\n\n\n",
};

/** Maki's composer is a shell's prompt to the letter; that Maki has gone is told by its process. */
const LOOKS_LIKE_A_PROMPT: ReadonlySet<string> = new Set(["maki: idle on a two-line prompt"]);

describe.each([...DETECTED_KINDS])("the rules of %s", (kind) => {
  const manifest = activeManifest(kind);
  const read = async (screen: string) => {
    const active = await manifest;
    if (active === null) throw new Error(`${kind} has no rules`);
    return evaluate(active.manifest, { screen, title: "", progress: "" });
  };

  test("never call another agent's working or resting screen blocked", async () => {
    const foreign = resting.filter((capture) => capture.kind !== kind);
    const wrong: string[] = [];
    for (const { id, evidence } of foreign) {
      const { state, rule } = await read(evidence.screen);
      if (state === "blocked") wrong.push(`${id} by ${rule?.id}`);
    }
    expect(wrong).toEqual([]);
    expect(foreign.length).toBeGreaterThan(300);
  });

  test("find nothing to wait for and no rest on a screen that is no agent's", async () => {
    const wrong: string[] = [];
    for (const [name, screen] of Object.entries(PLAIN)) {
      const { state } = await read(screen);
      const found = `${kind}: ${state} on ${name}`;
      if ((state === "blocked" || state === "idle") && !LOOKS_LIKE_A_PROMPT.has(found))
        wrong.push(found);
    }
    expect(wrong).toEqual([]);
  });
});
