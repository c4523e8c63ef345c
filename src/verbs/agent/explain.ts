import { Failure } from "../../core/failure.ts";
import type { World } from "../../core/world.ts";
import type { Edges } from "../../edges.ts";
import { explainPane } from "../explain/live.ts";
import { classify, readSaved } from "../explain/saved.ts";
import type { Given } from "../explain/saved.ts";
import { chainText, explanationText, listText } from "../explain/text.ts";
import { currentPane, requireAgent, namedPane } from "../target.ts";
import type { PlacedPane } from "../target.ts";
import { defineVerb } from "../verb.ts";

/**
 * Prints a text, or with `--json` the explain object alone, as herdr does (reference/herdr/records.md §7); a live pane's
 * has `chain` besides, and `explain` is null where no rules read the screen.
 */
export default defineVerb({
  path: ["agent", "explain"],
  summary: "Say from what an agent's state was told, or what a saved screen shows",
  method: "agent.explain",
  result: "agent_explain",
  args: {
    target: {
      kind: "word",
      value: "AGENT",
      doc: "its name or pane (without it, the pane taw was called from)",
    },
    file: {
      kind: "text",
      value: "SCREEN|FOLDER",
      doc: "a saved screen, or a folder with screen.txt and meta.json in it or below it",
    },
    agent: { kind: "text", value: "KIND", doc: "the kind whose rules read the saved screen" },
    title: { kind: "text", value: "TITLE", doc: "the pane's title when the screen was saved" },
    progress: { kind: "text", value: "PROGRESS", doc: "its progress then, as in 4;1;50" },
    json: { kind: "flag", doc: "print the explain object" },
    format: { kind: "choice", choices: ["text", "json"], doc: "the same as --json, or not" },
    verbose: { kind: "flag", short: "v", doc: "every rule that was tried" },
  },
  rules: [
    { atMostOne: ["target", "file"] },
    { given: "agent", needs: "file" },
    { given: "title", needs: "file" },
    { given: "progress", needs: "file" },
  ],
  run: async (edges, args) => {
    const { file, verbose } = args;
    const { explain, text } =
      file === null
        ? await live(edges, args.target, verbose)
        : await saved(edges, file, { ...args, kind: args.agent }, verbose);
    return { type: "agent_explain", explain, text };
  },
  print: ({ explain, text }, { json, format }) =>
    json || format === "json" ? `${JSON.stringify(explain)}\n` : text,
});

interface Output {
  explain: unknown;
  text: string;
}

async function live(edges: Edges, target: string | null, isVerbose: boolean): Promise<Output> {
  const world = await edges.look();
  const explained = await explainPane(edges, world, paneOf(edges, world, target));
  const { explanation, chain, kind } = explained;
  return {
    explain: { agent: kind, ...explanation, chain },
    text: chainText(explained, edges.clock.nowMs(), isVerbose),
  };
}

/** By name or pane, also a pane that is not taken for an agent: that is when one asks why. */
function paneOf(edges: Edges, world: World, target: string | null): PlacedPane {
  if (target === null) return currentPane(edges, world);
  try {
    return requireAgent(world, target);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "agent_not_found") throw error;
    if (!/^%|:p/.test(target)) throw error;
    return namedPane(edges, world, target);
  }
}

async function saved(
  { environment }: Edges,
  file: string,
  given: Given,
  isVerbose: boolean,
): Promise<Output> {
  const screens = await readSaved(file);
  const results = await Promise.all(screens.map((one) => classify(environment, one, given)));
  const [first] = results;
  if (results.length === 1 && first) {
    const { explanation, gist } = first;
    return { explain: explanation, text: explanationText(explanation, gist, isVerbose) };
  }
  const explain = {
    screens: results.map(({ path, expected, isRight, explanation }) => ({
      path,
      expected,
      right: isRight,
      ...explanation,
    })),
  };
  return { explain, text: listText(results) };
}
