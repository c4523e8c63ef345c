import type { AST } from "toml-eslint-parser";
import type { Finding, Path } from "./kinds.ts";

/** A place in a text, both counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Where the key of every path stands, and where its value begins. */
interface Places {
  readonly keys: Map<string, Position>;
  readonly values: Map<string, Position>;
}

/**
 * The places of findings in the text they are about, in the same order. The parser that knows places costs 4 ms, so it
 * is loaded here, and this is called only when there is something to tell. Line 1 where it cannot tell.
 */
export async function locate(text: string, findings: readonly Finding[]): Promise<Position[]> {
  const places = await placesOf(text);
  return findings.map(({ path, at }) => nearest(places, path, at));
}

/** The place of a path, else of what it stands in: a missing key has none of its own. */
function nearest(places: Places, path: Path, at: "key" | "value"): Position {
  for (let length = path.length; length > 0; length -= 1) {
    const name = pathKey(path.slice(0, length));
    const isWhole = length === path.length;
    const value = isWhole && at === "value" ? places.values.get(name) : undefined;
    const place = value ?? places.keys.get(name) ?? places.values.get(name);
    if (place !== undefined) return place;
  }
  return { line: 1, column: 1 };
}

async function placesOf(text: string): Promise<Places> {
  const places: Places = { keys: new Map(), values: new Map() };
  const { ParseError, parseTOML } = await import("toml-eslint-parser");
  try {
    const [top] = parseTOML(text, { tomlVersion: "1.1" }).body;
    for (const node of top.body) addNode(places, node, []);
  } catch (cause) {
    // Bun read what this parser does not: two readers of TOML differ, or the nesting is too deep for this one.
    if (!(cause instanceof ParseError || cause instanceof RangeError)) throw cause;
  }
  return places;
}

function addNode(places: Places, node: AST.TOMLTable | AST.TOMLKeyValue, above: Path): void {
  if (node.type === "TOMLTable") {
    addKeys(places, node.key.keys, node.resolvedKey);
    for (const entry of node.body) addNode(places, entry, node.resolvedKey);
    return;
  }
  const path = [...above, ...node.key.keys.map(keyName)];
  addKeys(places, node.key.keys, path);
  addContent(places, node.value, path);
}

/** Every part of `a.b.c` is a place of its own: the last of the path ends at the last part. */
function addKeys(
  places: Places,
  keys: readonly (AST.TOMLBare | AST.TOMLQuoted)[],
  path: Path,
): void {
  const above = path.filter((part) => typeof part === "string").length - keys.length;
  let named = 0;
  for (const [index, part] of path.entries()) {
    if (typeof part === "string") named += 1;
    const key = keys[named - 1 - above];
    const name = pathKey(path.slice(0, index + 1));
    if (key !== undefined && !places.keys.has(name)) places.keys.set(name, positionOf(key));
  }
}

function addContent(places: Places, node: AST.TOMLContentNode, path: Path): void {
  places.values.set(pathKey(path), positionOf(node));
  if (node.type === "TOMLArray") {
    for (const [index, element] of node.elements.entries()) {
      addContent(places, element, [...path, index]);
    }
  }
  if (node.type === "TOMLInlineTable") {
    for (const entry of node.body) addNode(places, entry, path);
  }
}

const keyName = (key: AST.TOMLBare | AST.TOMLQuoted): string =>
  key.type === "TOMLBare" ? key.name : key.value;

const pathKey = (path: Path): string => JSON.stringify(path);

const positionOf = ({ loc }: AST.TOMLNode): Position => ({
  line: loc.start.line,
  column: loc.start.column + 1,
});

/** Where a text stops being TOML, by the first reader that can say so. */
export async function locateSyntaxError(text: string): Promise<Position> {
  return (await placeByConfbox(text)) ?? (await placeByParser(text)) ?? { line: 1, column: 1 };
}

async function placeByConfbox(text: string): Promise<Position | null> {
  const { parseTOML } = await import("confbox/toml");
  return placeThrown(() => parseTOML(text), "line", 0);
}

async function placeByParser(text: string): Promise<Position | null> {
  const { parseTOML } = await import("toml-eslint-parser");
  return placeThrown(() => parseTOML(text, { tomlVersion: "1.1" }), "lineNumber", 1);
}

/** The place that an error names by its own fields; null when nothing is thrown, or it names none. */
function placeThrown(parse: () => unknown, lineField: string, columnAdd: number): Position | null {
  try {
    parse();
    return null;
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    const fields = new Map<string, unknown>(Object.entries(cause));
    const [line, column] = [fields.get(lineField), fields.get("column")];
    if (typeof line !== "number" || typeof column !== "number") return null;
    return { line, column: column + columnAdd };
  }
}
