import { configFile, loadConfig, problemText, wholeFile } from "../../config/load.ts";
import type { Problem } from "../../config/load.ts";
import { configFolder } from "../../system/env.ts";
import { overrideProblems } from "../manifests.ts";
import { defineVerb } from "../verb.ts";
import type { Answer } from "../verb.ts";

/**
 * Prints herdr's words on both faces: `config: ok`, or `config: issues found` and exit 1 (reference/herdr/cli.md §2),
 * one line a problem. An error decides which; warnings alone are `config: ok` with their lines and exit 0, because the
 * spec makes a key that taw does not know safe to write. `diagnostics` are the same lines, as in herdr's config_reload.
 */
export default defineVerb({
  path: ["config", "check"],
  summary: "Say what is wrong in config.toml, by line and column",
  result: "config_check",
  args: {
    json: { kind: "flag", doc: "print the envelope with every problem" },
  },
  run: async (edges) => {
    const folder = configFolder(edges.environment);
    const { problems: inConfig } = await loadConfig(folder);
    const problems = [...inConfig, ...(await manifestProblems(folder))];
    return {
      type: "config_check",
      config: configFile(folder),
      ok: problems.every(({ severity }) => severity !== "error"),
      diagnostics: problems.map(problemText),
      problems,
    };
  },
  print: (answer, { json }) => (json ? null : checkText(answer)),
  exitCode: ({ ok }) => (ok === true ? 0 : 1),
});

/** A manifest of the user's that cannot be used is a warning: taw's own is used in its place. */
async function manifestProblems(folder: string): Promise<Problem[]> {
  const found = await overrideProblems(folder);
  return found.map(({ path, message }) => wholeFile("warning", path, message));
}

function checkText({ ok, diagnostics }: Answer): string {
  const lines = Array.isArray(diagnostics) ? diagnostics : [];
  return [`config: ${ok === true ? "ok" : "issues found"}`, ...lines, ""].join("\n");
}
