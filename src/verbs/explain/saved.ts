import { Failure, UsageError } from "../../core/failure.ts";
import type { Explanation } from "../../detect/explain.ts";
import { explain } from "../../detect/explain.ts";
import type { Environment } from "../../system/env.ts";
import { readText } from "../../system/files.ts";
import { manifestOf } from "../manifests.ts";

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
    throw new Failure("not_found", `no file or folder ${path}`, { cause });
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
    kind: textIn(meta, "agent") || null,
    title: textIn(meta, "pane_title"),
    progress: textIn(meta, "progress"),
    expected: wordsIn(meta, "accept"),
  };
}

/** `capture-pane -e` adds colours and links; rows end with CR LF where a file came over a terminal. */
const plain = (text: string): string => Bun.stripANSI(text).replace(/\r\n/g, "\n");

async function readMeta(path: string): Promise<ReadonlyMap<string, unknown>> {
  const text = await readText(path);
  if (text === null) return new Map();
  try {
    const meta: unknown = JSON.parse(text);
    return new Map(typeof meta === "object" && meta !== null ? Object.entries(meta) : []);
  } catch (cause) {
    throw new Failure("invalid_argument", `${path} is no JSON, so its screen has no kind`, {
      cause,
    });
  }
}

function textIn(meta: ReadonlyMap<string, unknown>, key: string): string {
  const value = meta.get(key);
  return typeof value === "string" ? value : "";
}

function wordsIn(meta: ReadonlyMap<string, unknown>, key: string): string[] {
  const value = meta.get(key);
  return Array.isArray(value)
    ? value.filter((word: unknown): word is string => typeof word === "string")
    : [];
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
  const { active, warning } = await manifestOf(environment, kind);
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
  };
}

/** A screen shows done as idle: what makes it done is that nobody has looked. */
const isExpected = (expected: readonly string[], { state }: Explanation): boolean =>
  expected.includes(state) || (state === "idle" && expected.includes("done"));
