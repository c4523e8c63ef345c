import * as v from "valibot";
import { Glob } from "bun";
import { dirname, join } from "node:path";
import type { Evidence } from "../../src/detect/regions.ts";

/** A screen of a real agent whose state is known. `accept` lists the answers that are right. */
export type Capture = {
  id: string;
  kind: string;
  /** What the screen shows, finer than its state: `idle`, `typing`, `picker`, `transcript`, … */
  shows: string;
  section: string;
  width: number;
  height: number;
  cursor: { x: number; y: number };
  state: string;
  accept: readonly string[];
  evidence: Evidence;
};

/** The agents that were driven through every state; the bars count these and no others. */
export const DRIVEN_KINDS = [
  "claude",
  "codex",
  "opencode",
  "gemini",
  "qwen",
  "copilot",
  "pi",
  "omp",
  "kilo",
  "cline",
  "mastracode",
] as const;

const metaFields = v.object({
  agent: v.string(),
  kind: v.string(),
  section: v.string(),
  width: v.number(),
  height: v.number(),
  cursor: v.object({ x: v.number(), y: v.number() }),
  state: v.string(),
  accept: v.array(v.string()),
  pane_title: v.string(),
});

/** Names that the laboratory gives to agents whose kind is spelt otherwise. */
const KIND_OF: Readonly<Record<string, string>> = { commandcode: "command-code" };

async function readCapture(root: string, folder: string): Promise<Capture> {
  const meta = v.parse(metaFields, await Bun.file(join(root, folder, "meta.json")).json());
  const screen = await Bun.file(join(root, folder, "screen.txt")).text();
  return {
    id: folder,
    kind: KIND_OF[meta.agent] ?? meta.agent,
    shows: meta.kind,
    section: meta.section,
    width: meta.width,
    height: meta.height,
    cursor: meta.cursor,
    state: meta.state,
    accept: meta.accept,
    evidence: { screen, title: meta.pane_title, progress: "" },
  };
}

/** Every capture below `root`, which holds `<kind>/<id>/meta.json` and `screen.txt` beside it; sorted by id. */
export async function readCaptures(root: string): Promise<readonly Capture[]> {
  const metas = [...new Glob("*/*/meta.json").scanSync(root)].toSorted();
  return Promise.all(metas.map((path) => readCapture(root, dirname(path))));
}
