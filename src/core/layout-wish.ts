import { Failure } from "./failure.ts";
import { hasControl, quoted } from "./inert.ts";
import { isFields } from "./json.ts";
import type { Fields } from "./json.ts";
import type { SplitDirection } from "./layout.ts";
import { isOwnVariable } from "./own-variables.ts";
import { leavesOf } from "./layout-sizes.ts";
import type { Tree } from "./layout-sizes.ts";

/** A layout as somebody asks for it (reference/herdr/records.md §3, "Layout tree"): foreign JSON until it is read here. */

/** A pane to make. What is null is as tmux has it: a shell, without a label, in the tab's folder. */
export interface PaneWish {
  label: string | null;
  /** A full path. */
  cwd: string | null;
  command: readonly string[] | null;
  env: readonly (readonly [name: string, value: string])[];
}

export type LayoutWish = Tree<PaneWish>;

/** Ratios outside are taken as the nearer end. */
export interface RatioLimits {
  least: number;
  most: number;
}

const MOST_PANES = 24;
const DEEPEST = 16;

/**
 * A LayoutNode of herdr's; `pane_id` and keys that it does not know are passed over, and null is as absent.
 *
 * @throws Failure `invalid_argument` about the layout, or about a variable of an `env`; the message says where in the tree
 */
export function readLayoutWish(value: unknown, limits: RatioLimits): LayoutWish {
  const wish = readNode(value, { limits, at: "root", depth: 0 });
  const { length } = leavesOf(wish);
  if (length > MOST_PANES) throw invalid(`${length} panes are too many, ${MOST_PANES} is the most`);
  return wish;
}

/** Where in the tree a node stands: `root.second.first`. */
interface Place {
  limits: RatioLimits;
  at: string;
  depth: number;
}

const invalid = (message: string): Failure =>
  new Failure("invalid_argument", `the layout cannot be used: ${message}`, { subject: "layout" });

function readNode(value: unknown, place: Place): LayoutWish {
  const { at, depth } = place;
  if (!isFields(value)) throw invalid(`${at} is no object with a type, pane or split`);
  if (value["type"] === "pane") return readPane(value, at);
  if (value["type"] !== "split") throw invalid(`the type of ${at} is neither pane nor split`);
  if (depth === DEEPEST) throw invalid(`it has splits in splits deeper than ${DEEPEST}`);
  const inside = (part: "first" | "second") =>
    readNode(value[part], { ...place, at: `${at}.${part}`, depth: depth + 1 });
  return {
    direction: readDirection(value["direction"], at),
    ratio: readRatio(value["ratio"], place),
    first: inside("first"),
    second: inside("second"),
  };
}

function readDirection(value: unknown, at: string): SplitDirection {
  if (value === "right" || value === "down") return value;
  throw invalid(`the direction of ${at} is neither right nor down`);
}

function readRatio(value: unknown, { limits, at }: Place): number {
  if (typeof value === "number" && Number.isFinite(value)) return withinLimits(value, limits);
  throw invalid(`the ratio of ${at} is no number`);
}

export const withinLimits = (ratio: number, { least, most }: RatioLimits): number =>
  Math.max(least, Math.min(ratio, most));

function readPane(pane: Fields, at: string): PaneWish {
  const cwd = readText(pane["cwd"], `the cwd of ${at}`);
  if (cwd !== null && !cwd.startsWith("/")) throw invalid(`the cwd of ${at} is no full path`);
  return {
    label: labelIn(readText(pane["label"], `the label of ${at}`), at),
    cwd,
    command: readCommand(pane["command"], at),
    env: readEnv(pane["env"], at),
  };
}

/** No program and no option of tmux's can be given a text that holds NUL. */
function readText(value: unknown, what: string): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") throw invalid(`${what} is no text`);
  if (value.includes("\0")) throw invalid(`${what} holds a NUL`);
  return value;
}

function labelIn(text: string | null, at: string): string | null {
  const label = text?.trim() ?? "";
  if (hasControl(label)) throw invalid(`the label of ${at} holds control characters`);
  return label === "" ? null : label;
}

function readCommand(value: unknown, at: string): string[] | null {
  if (value === undefined || value === null) return null;
  const what = `the command of ${at}`;
  if (!Array.isArray(value)) throw invalid(`${what} is no list of words`);
  const words = value.map((word: unknown) => readText(word, `a word of ${what}`) ?? "");
  if ((words[0] ?? "").trim() === "") throw invalid(`${what} names no program`);
  return words;
}

function readEnv(value: unknown, at: string): [string, string][] {
  if (value === undefined || value === null) return [];
  if (!isFields(value)) throw invalid(`the env of ${at} is no object`);
  const named = Object.entries(value).map(([name, text]): [string, string] => [
    variableName(name, at),
    variableText(name, text, at),
  ]);
  return named.filter(([name]) => !isOwnVariable(name));
}

const invalidEnv = (message: string): Failure =>
  new Failure("invalid_argument", message, { subject: "environment" });

function variableName(name: string, at: string): string {
  if (name !== "" && !/[=\0]/.test(name)) return name;
  throw invalidEnv(`the env of ${at} has a variable that cannot be called ${quoted(name)}`);
}

function variableText(name: string, value: unknown, at: string): string {
  if (typeof value === "string" && !value.includes("\0")) return value;
  throw invalidEnv(`the variable ${quoted(name)} in the env of ${at} is no text`);
}
