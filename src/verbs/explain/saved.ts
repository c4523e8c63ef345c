import * as v from "valibot";
import { Failure, UsageError } from "../../core/failure.ts";
import { text, texts } from "../../core/fields.ts";
import { isFields, parseJson } from "../../core/json.ts";
import type { Explanation } from "../../detect/explain.ts";
import { explain } from "../../detect/explain.ts";
import { gistOf } from "../../detect/gist.ts";
import { configFolder } from "../../system/env.ts";
import type { Environment } from "../../system/env.ts";
import { readText } from "../../system/files.ts";
import { manifestOf } from "../manifests.ts";
import { shown } from "../named.ts";

/** Saved screens: a file, a folder with `screen.txt` and `meta.json`, or a folder of such folders. No tmux is asked. */

export interface SavedScreen {
  path: string;
  screen: string;
  kind: string | null;
  title: string;
  progress: string;
  /** The answers that are right, where the folder says so. */
  expected: readonly string[];
}

export interface Given {
  kind: string | null;
  title: string | null;
  progress: string | null;
}

/** A screen with the state that its kind's rules read from it. */
export interface Classified {
  path: string;
  expected: readonly string[];
  /** Null where nothing was expected. */
  isRight: boolean | null;
  explanation: Explanation;
  /** What the screen tells in one line; "" when nothing. */
  gist: string;
}

const SCREEN = "screen.txt";

/** @throws Failure `not_found` when nothing is there, `io_error` when it cannot be read */
export async function readSaved(path: string): Promise<SavedScreen[]> {
  if (!(await isFolder(path))) return [await readFile(path)];
  const found = [...new Bun.Glob(`**/${SCREEN}`).scanSync({ cwd: path })].toSorted();
  if (found.length > 0) {
    return Promise.all(found.map((name) => readFolder(`${path}/${name.slice(0, -SCREEN.length)}`)));
  }
  throw new Failure("not_found", `no ${SCREEN} in ${path}: name a saved screen, or its folder`);
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await Bun.file(path).stat()).isDirectory();
  } catch (cause) {
    throw new Failure(
      "not_found",
      `there is no file or folder ${shown(path)}: name a saved screen, or a folder with ${SCREEN} in it`,
      { cause },
    );
  }
}

async function readFile(path: string): Promise<SavedScreen> {
  const text = (await readText(path)) ?? "";
  return { path, screen: plain(text), kind: null, title: "", progress: "", expected: [] };
}

async function readFolder(folder: string): Promise<SavedScreen> {
  const path = folder.replace(/\/+$/, "");
  const meta = await readMeta(`${path}/meta.json`);
  const saved = await readFile(`${path}/${SCREEN}`);
  return {
    ...saved,
    path,
    kind: meta.agent || null,
    title: meta.pane_title,
    progress: meta.progress,
    expected: meta.accept,
  };
}

/** `capture-pane -e` adds colours and links; rows end with CR LF where a file came over a terminal. */
const plain = (text: string): string => Bun.stripANSI(text).replace(/\r\n/g, "\n");

/** The fields of a `meta.json` that count; without the file none is known. */
const metaFields = v.object({ agent: text, pane_title: text, progress: text, accept: texts });

async function readMeta(path: string): Promise<v.InferOutput<typeof metaFields>> {
  const meta = parseJson((await readText(path)) ?? "{}");
  if (isFields(meta)) return v.parse(metaFields, meta);
  throw new Failure("invalid_argument", `${path} is no JSON object, so its screen has no kind`);
}

/**
 * Reads a saved screen by the rules of its kind, the user's own where they are in use.
 *
 * @throws UsageError without a kind, Failure `not_found` for one without rules
 */
export async function classify(
  environment: Environment,
  saved: SavedScreen,
  given: Given,
): Promise<Classified> {
  const kind = given.kind ?? saved.kind;
  if (kind === null) throw new UsageError(`--agent KIND is needed: ${saved.path} does not say it`);
  const { active, warning } = await manifestOf(configFolder(environment), kind);
  const evidence = {
    screen: saved.screen,
    title: given.title ?? saved.title,
    progress: given.progress ?? saved.progress,
  };
  const explanation = explain(active.manifest, evidence, { ...active.provenance, warning });
  return {
    path: saved.path,
    expected: saved.expected,
    isRight: saved.expected.length === 0 ? null : isExpected(saved.expected, explanation),
    explanation,
    gist: gistOf(kind, explanation.state, saved.screen),
  };
}

/** A screen shows done as idle: what makes it done is that nobody has looked. */
const isExpected = (expected: readonly string[], { state }: Explanation): boolean =>
  expected.includes(state) || (state === "idle" && expected.includes("done"));
