import { closest } from "../core/closest.ts";
import { isTable, orWords, pathText, wrongValue } from "./kinds.ts";
import type { Finding, Path, Report, Table } from "./kinds.ts";
import type { Row } from "./row.ts";
import { KEYS } from "./schema.ts";

/** What a file sets, by the table's paths, and what is wrong in it. A wrong value is not among the values. */
export interface Contents {
  readonly values: Readonly<Record<string, unknown>>;
  /** Where in the file each key was written, by the table's path. */
  readonly writtenAt: ReadonlyMap<string, Path>;
  /** Keys whose value was wrong, with the entry's name for a `.*` row. */
  readonly wrong: readonly { readonly path: string; readonly name: string | null }[];
  readonly findings: readonly Finding[];
}

/** One level of the table of keys: what may stand under a section. */
interface Level {
  readonly below: Map<string, Level>;
  target: { readonly path: string; readonly row: Row<unknown> } | null;
  /** The row of a path that ends in `.*`. */
  anyName: { readonly path: string; readonly row: Row<unknown> } | null;
}

const newLevel = (): Level => ({ below: new Map(), target: null, anyName: null });

function buildLevels(): Level {
  const top = newLevel();
  for (const [path, row] of Object.entries(KEYS)) {
    for (const spelling of [path, ...row.aliases]) {
      const names = spelling.split(".");
      const isAnyName = names.at(-1) === "*";
      const level = descend(top, isAnyName ? names.slice(0, -1) : names);
      if (isAnyName) level.anyName = { path, row };
      else level.target = { path, row };
    }
  }
  return top;
}

function descend(top: Level, names: readonly string[]): Level {
  let level = top;
  for (const name of names) {
    const next = level.below.get(name) ?? newLevel();
    level.below.set(name, next);
    level = next;
  }
  return level;
}

const LEVELS = buildLevels();

/** Reads a parsed file through the table of keys. Pure: never throws, whatever the tree holds. */
export function readTree(tree: Table): Contents {
  const reader = new Reader();
  reader.section(tree, LEVELS, []);
  return reader.contents();
}

class Reader {
  private readonly values: Record<string, unknown> = {};
  private readonly findings: Finding[] = [];
  private readonly wrong: { path: string; name: string | null }[] = [];
  /** The entries of each `.*` row. A Map, since a name may be `__proto__`. */
  private readonly named = new Map<string, Map<string, unknown>>();
  private readonly writtenAt = new Map<string, Path>();

  private readonly strict: Report = this.reporter("error");
  private readonly lenient: Report = this.reporter("warning");

  contents(): Contents {
    const named = [...this.named].map(([path, entries]) => [path, Object.fromEntries(entries)]);
    const values = { ...this.values, ...Object.fromEntries(named) };
    return { values, writtenAt: this.writtenAt, wrong: this.wrong, findings: this.findings };
  }

  section(table: Table, level: Level, path: Path): void {
    for (const [name, value] of Object.entries(table)) {
      const where = [...path, name];
      const below = level.below.get(name);
      if (below?.target) this.value(value, below.target, where);
      else if (below) this.subsection(value, below, where);
      else if (level.anyName) this.entry(name, value, level.anyName, where);
      else this.unknown(value, level, where);
    }
  }

  private subsection(value: unknown, level: Level, path: Path): void {
    if (isTable(value)) return this.section(value, level, path);
    this.strict.error(path, wrongValue(path, value, `keys of its own, as [${pathText(path)}]`));
  }

  private value(
    value: unknown,
    { path, row }: { path: string; row: Row<unknown> },
    at: Path,
  ): void {
    const read = row.kind.read(value, at, this.reportFor(row));
    if (read === undefined) {
      this.wrong.push({ path, name: null });
      return;
    }
    const earlier = this.writtenAt.get(path);
    if (earlier === undefined) return this.keep(path, read, at);
    const both = this.values[path];
    if (path.startsWith("keys.") && Array.isArray(both) && Array.isArray(read)) {
      return this.keep(path, [...new Set([...both, ...read])], at);
    }
    const counts = pathText(at) === path ? at : earlier;
    const other = counts === at ? earlier : at;
    this.lenient.warn(
      other,
      `${pathText(other)} is ignored: it is another name of ${pathText(counts)}, which is set too`,
      "key",
    );
    if (counts === at) this.keep(path, read, at);
  }

  private keep(path: string, value: unknown, at: Path): void {
    this.values[path] = value;
    this.writtenAt.set(path, at);
  }

  /** An entry of a `.*` row; where its names hold dots, `tab.created` and `"tab.created"` are one name. */
  private entry(
    name: string,
    value: unknown,
    target: { path: string; row: Row<unknown> },
    at: Path,
  ): void {
    const { path, row } = target;
    if (row.dotted && isTable(value)) {
      for (const [rest, below] of Object.entries(value)) {
        this.entry(`${name}.${rest}`, below, target, [...at, rest]);
      }
      return;
    }
    const report = this.reportFor(row);
    const isKept = row.keepsName(name, at, report);
    const read = row.kind.read(value, at, report);
    if (read === undefined) this.wrong.push({ path, name });
    if (!isKept || read === undefined) return;
    const named = this.named.get(path) ?? new Map<string, unknown>();
    this.named.set(path, named.set(name, read));
  }

  private unknown(value: unknown, level: Level, path: Path): void {
    const what = isTable(value) ? "section" : "key";
    const name = isTable(value) ? `[${pathText(path)}]` : pathText(path);
    const meant = probablyMeant(level, path).map((known) =>
      isTable(value) ? `[${known}]` : known,
    );
    const hint = meant.length === 0 ? "" : `; did you mean ${orWords(meant)}?`;
    this.lenient.warn(path, `unknown ${what} ${name} is ignored${hint}`, "key");
  }

  private reportFor(row: Row<unknown>): Report {
    return row.effect === "none" ? this.lenient : this.strict;
  }

  /** A key that does nothing here can only be warned about. */
  private reporter(severity: "error" | "warning"): Report {
    return {
      error: (path, message, at = "value") => {
        this.findings.push({ severity, path, at, message });
        return undefined;
      },
      warn: (path, message, at = "value") => {
        this.findings.push({ severity: "warning", path, at, message });
      },
    };
  }
}

/** A near name in the same section, else the places elsewhere that have that very name. */
function probablyMeant(level: Level, path: Path): readonly string[] {
  const name = String(path.at(-1));
  const near = closest(name, level.below.keys());
  if (near !== null) return [pathText([...path.slice(0, -1), near])];
  places ??= placesOfNames();
  return places.get(name) ?? [];
}

/** Filled by the first unknown key: a file without one pays nothing for it. */
let places: ReadonlyMap<string, readonly string[]> | null = null;

/** Every name of a section or key, with the paths that end in it. */
function placesOfNames(): ReadonlyMap<string, readonly string[]> {
  const known = new Set<string>();
  for (const path of Object.keys(KEYS)) {
    const names = path.replace(/\.\*$/, "").split(".");
    for (const length of names.keys()) known.add(names.slice(0, length + 1).join("."));
  }
  return Map.groupBy(known, (path) => path.slice(path.lastIndexOf(".") + 1));
}
