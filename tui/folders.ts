import { isFields, parseJson } from "../src/core/json.ts";
import { tildePath } from "../src/core/session-name.ts";
import type { Searchable } from "./filter.ts";
import { columnsOf, marksIn, scoreOf } from "./filter.ts";
import type { Query } from "./match.ts";
import { parseQuery } from "./match.ts";
import type { Preset } from "./settings.ts";
import { inert } from "./text.ts";

/** The folders that a workspace can be opened in, as `taw session folders` lists them, and which of them a query finds. */

export const SOURCES = ["open", "zoxide", "project_dirs", "path"] as const;

export type Folder = {
  /** As the machine's verbs take it. */
  readonly path: string;
  /** Inert, with `~` for the home folder. */
  readonly shown: string;
  readonly source: (typeof SOURCES)[number];
  /** The workspace that has it or would be made; null when none can be named after it. */
  readonly session: string | null;
  /** Why the workspace would not get the shorter name; empty when it would. */
  readonly collision: string;
};

/** One answer of the verb. `problem` says why there is none. */
export type FolderList = {
  /** The folder that was asked for, null for those that are known without. */
  readonly within: string | null;
  readonly folders: readonly Folder[];
  readonly problem: string;
};

/** What the verb has told: the folders that are known, and those in the folder that was typed last. */
export type FolderLists = {
  readonly known: FolderList | null;
  readonly within: FolderList | null;
};

/** What the verb printed; null for anything else. Every field is read with a default. */
export function foldersIn(stdout: string): Folder[] | null {
  const envelope = parseJson(stdout);
  const result = isFields(envelope) ? envelope["result"] : null;
  if (!isFields(result) || !Array.isArray(result["folders"])) return null;
  const home = typeof result["home"] === "string" ? result["home"] : "";
  return result["folders"].flatMap((folder: unknown) => folderOf(folder, home) ?? []);
}

function folderOf(value: unknown, home: string): Folder | null {
  if (!isFields(value)) return null;
  const { path, source, session, collision } = value;
  if (typeof path !== "string" || !path.startsWith("/")) return null;
  return {
    path,
    shown: inert(home === "" ? path : tildePath(path, home)),
    source: SOURCES.find((one) => one === source) ?? "path",
    session: typeof session === "string" ? inert(session) : null,
    collision: typeof collision === "string" ? inert(collision) : "",
  };
}

/** The folder whose folders a typed path lists, `~/work/` of `~/work/ap`; null for words that are no path. */
export function folderTyped(text: string): string | null {
  if (text === "~") return "~/";
  if (!text.startsWith("~/") && !text.startsWith("/")) return null;
  return text.slice(0, text.lastIndexOf("/") + 1);
}

/** The part of a typed path behind its last slash. */
const typedName = (text: string): string =>
  text === "~" ? "" : text.slice(text.lastIndexOf("/") + 1);

/** The path names that very folder, or ends with the slash of the one it stands for. */
export const isTypedAs = (folder: Folder, text: string): boolean =>
  typedName(text) === "" || typedName(text) === nameOf(folder);

type Candidate = {
  readonly folder: Folder;
  readonly columns: Searchable;
  /** Its own name and nothing of what is above it. */
  readonly name: Searchable;
};
const candidates = new WeakMap<readonly Folder[], readonly Candidate[]>();

function candidatesOf(folders: readonly Folder[]): readonly Candidate[] {
  const known = candidates.get(folders);
  if (known !== undefined) return known;
  const made = folders.map((folder) => {
    const name = nameOf(folder);
    const session = folder.source === "open" ? (folder.session ?? "") : "";
    return { folder, columns: columnsOf(name, folder.shown, session), name: columnsOf(name, "") };
  });
  candidates.set(folders, made);
  return made;
}

const nameOf = ({ shown }: Folder): string => shown.slice(shown.lastIndexOf("/") + 1);

/** Where it is known from; a workspace that is called otherwise than its folder is named. */
export function sourceWords(folder: Folder): string {
  const { source, session } = folder;
  const isNamed = source === "open" && session !== null && session !== nameOf(folder);
  return isNamed ? `open as ${session}` : source;
}

type Hit = {
  readonly candidate: Candidate;
  readonly score: number;
  /** Found by its own name alone. */
  readonly inName: boolean;
};

const nameLength = ({ candidate }: Hit): number => candidate.name.name.text.length;

const byScore = (one: Hit, other: Hit): number =>
  other.score - one.score ||
  Number(other.inName) - Number(one.inName) ||
  (one.inName ? nameLength(one) - nameLength(other) : 0);

/** The folders that a query finds, the best first: one found by its own name before one found by what is above it. */
function foundBy(folders: readonly Folder[], query: Query): Candidate[] {
  const all = candidatesOf(folders);
  if (query.length === 0) return [...all];
  const hits = all.flatMap((candidate): Hit | [] => {
    const score = scoreOf(candidate.columns, query);
    if (score === null) return [];
    const inName = scoreOf(candidate.name, query) !== null;
    return { candidate, score, inName };
  });
  return hits.toSorted(byScore).map(({ candidate }) => candidate);
}

/** What `session folders` told of what was typed. */
export type FolderSearch = {
  readonly rows: readonly Folder[];
  /** How many there are to be found. */
  readonly total: number;
  /** What marks the letters of a row that is drawn. */
  readonly query: Query;
  /** The list has not come yet. */
  readonly isAwaited: boolean;
  /** Why there is no list. */
  readonly problem: string;
};

const NONE: readonly Folder[] = [];

type Search = Pick<FolderSearch, "rows" | "total" | "query">;

/** What a typed text finds: words among the folders that are known, a path among those in its folder. */
export function searchFolders(
  { known, within }: FolderLists,
  text: string,
  preset: Preset,
): FolderSearch {
  const typed = folderTyped(text);
  const list = typed === null ? known : within;
  const isThere = list !== null && list.within === typed;
  const folders = isThere ? list.folders : NONE;
  const search = searchOnce(folders, `${preset} ${text}`, () =>
    typed === null ? searchKnown(folders, text, preset) : searchWithin(folders, text),
  );
  return { ...search, isAwaited: !isThere, problem: isThere ? list.problem : "" };
}

/** The last search in each list: a key that moves, and a tick, search nothing anew. */
const searches = new WeakMap<readonly Folder[], { key: string; search: Search }>();

function searchOnce(folders: readonly Folder[], key: string, find: () => Search): Search {
  const known = searches.get(folders);
  if (known?.key === key) return known.search;
  const search = find();
  searches.set(folders, { key, search });
  return search;
}

/** Of an empty text all, in the verb's order. */
function searchKnown(folders: readonly Folder[], text: string, preset: Preset): Search {
  const query = parseQuery(text.trim(), preset);
  const rows = foundBy(folders, query).map(({ folder }) => folder);
  return { rows, total: folders.length, query };
}

/** Those in a folder whose name goes with what is typed behind its slash; hidden ones only for a dot. */
function searchWithin(folders: readonly Folder[], text: string): Search {
  const typed = typedName(text);
  const [itself, ...inside] = visibleOf(folders, typed.startsWith("."));
  const query: Query =
    typed === ""
      ? []
      : [[{ kind: "fuzzy", isNot: false, text: typed, isCased: typed !== typed.toLowerCase() }]];
  if (itself === undefined) return { rows: [], total: 0, query };
  if (typed === "") return { rows: [itself, ...inside], total: inside.length + 1, query };
  const hits = foundBy(inside, query).filter(({ name }) => scoreOf(name, query) !== null);
  return { rows: hits.map(({ folder }) => folder), total: inside.length, query };
}

const visible = new WeakMap<readonly Folder[], readonly Folder[]>();

function visibleOf(folders: readonly Folder[], withHidden: boolean): readonly Folder[] {
  if (withHidden) return folders;
  const known = visible.get(folders);
  if (known !== undefined) return known;
  const made = folders.filter((folder, at) => at === 0 || !nameOf(folder).startsWith("."));
  visible.set(folders, made);
  return made;
}

/** The letters of `shown` to mark, as indexes into it. */
export function marksOfFolder(folder: Folder, query: Query): readonly number[] {
  const name = nameOf(folder);
  const columns = columnsOf(name, folder.shown);
  const { name: inName = [], place = [] } = marksIn(columns, query);
  const start = folder.shown.length - name.length;
  return [...place, ...inName.map((at) => start + at)];
}
