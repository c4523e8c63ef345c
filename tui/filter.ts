import type { FeedState } from "../remote/feed/protocol.ts";
import { STATUSES } from "../src/core/status.ts";
import type { Found, Haystack, Query, Term } from "./match.ts";
import { findTerm, haystack } from "./match.ts";
import type { Row, RowKey, Rows } from "./rows.ts";
import { buildRows, paneOf, spaceIdOf } from "./rows.ts";
import { agentKind, agentName, agentText, shellKind, shellText } from "./world.ts";
import { inert } from "./text.ts";

/** The columns of a row that can be searched. `text` is what a pane says: whole words only. */
const COLUMNS = ["name", "place", "kind", "text"] as const;
export type Column = (typeof COLUMNS)[number];
export type Searchable = Readonly<Record<Column, Haystack>>;

/** Which characters of which column matched. */
export type Matched = Readonly<Partial<Record<Column, readonly number[]>>>;
export type Filtered = {
  readonly rows: Rows;
  /** The keys of the rows that match; a workspace above a match is not one of them. */
  readonly matches: ReadonlySet<RowKey>;
  /** Rows that match, of all that could. */
  readonly count: number;
  readonly total: number;
};

/** `tree` keeps the map's order and the workspaces above a match; `best` puts the best match first, as fzf. */
export type FilterOrder = "tree" | "flat" | "best";

type Candidate = { readonly row: Row; readonly columns: Searchable };
const indexes = new WeakMap<FeedState, Map<"map" | "flat", Candidate[]>>();

/** The columns of a thing as they are searched. */
export function columnsOf(name: string, place: string, kind = "", text = ""): Searchable {
  return {
    name: haystack(name),
    place: haystack(place),
    kind: haystack(kind),
    text: haystack(text),
  };
}

function searchable(row: Row): Searchable {
  switch (row.kind) {
    case "agent": {
      const { agent, pane, place } = row;
      return columnsOf(agentName(agent, pane), place, agentKind(agent), agentText(agent));
    }
    case "shell":
      return columnsOf(
        inert(row.pane.tab_label),
        row.place,
        shellKind(row.pane),
        shellText(row.pane),
      );
    case "space":
      return columnsOf(row.space.name, inert(row.space.record.git?.branch ?? ""));
    case "worktree":
      return columnsOf(row.worktree.name, "");
    default:
      return columnsOf("", "");
  }
}

/** Everything that can be found, at every depth and in folded workspaces too. */
function candidatesOf(state: FeedState, layout: "map" | "flat"): Candidate[] {
  const known = indexes.get(state)?.get(layout);
  if (known !== undefined) return known;
  const { body } = buildRows(state, state, {
    layout: layout === "map" ? "tree" : "flat",
    depth: "all",
    sort: layout === "map" ? "sessions" : "attention",
    folded: new Set(),
    only: null,
    shelfRows: 0,
    headings: false,
  });
  const made = body.map((row) => ({ row, columns: searchable(row) }));
  const of = indexes.get(state) ?? new Map<"map" | "flat", Candidate[]>();
  indexes.set(state, of.set(layout, made));
  return made;
}

type Hit = { readonly row: Row; readonly score: number };

/** What a pane says is long: letters with others between them would match almost any of it. */
const isLoose = (column: Column): boolean => column !== "text";

function bestColumn(columns: Searchable, term: Term): { column: Column; found: Found } | null {
  let best: { column: Column; found: Found } | null = null;
  for (const column of COLUMNS) {
    const found = findTerm(columns[column], term, isLoose(column));
    if (found !== null && (best === null || found.score > best.found.score))
      best = { column, found };
  }
  return best;
}

/** The score of the first alternative that holds, null when none does. */
function scoreOfTerm(columns: Searchable, alternatives: readonly Term[]): number | null {
  for (const term of alternatives) {
    const best = bestColumn(columns, term);
    if ((best === null) === term.isNot) return best?.found.score ?? 0;
  }
  return null;
}

/** How well every term of the query holds; null when one does not. */
export function scoreOf(columns: Searchable, query: Query): number | null {
  let score = 0;
  for (const alternatives of query) {
    const one = scoreOfTerm(columns, alternatives);
    if (one === null) return null;
    score += one;
  }
  return score;
}

function hit({ row, columns }: Candidate, query: Query): Hit | null {
  const score = scoreOf(columns, query);
  return score === null ? null : { row, score };
}

/** The letters of a row to mark: asked for rows that are drawn only. */
export const marksOf = (row: Row, query: Query): Matched => marksIn(searchable(row), query);

export function marksIn(columns: Searchable, query: Query): Matched {
  const marks: Partial<Record<Column, readonly number[]>> = {};
  for (const term of query.flat()) {
    const best = term.isNot ? null : bestColumn(columns, term);
    if (best !== null) marks[best.column] = (marks[best.column] ?? []).concat(best.found.at);
  }
  return marks;
}

function withWorkspaces(candidates: readonly Candidate[], hits: ReadonlySet<Row>): Row[] {
  const wanted = new Set<string>();
  for (const row of hits) if (paneOf(row) !== null) wanted.add(spaceIdOf(row));
  return candidates
    .map(({ row }) => row)
    .filter((row) => hits.has(row) || (row.kind === "space" && wanted.has(spaceIdOf(row))));
}

const rankOf = (row: Row): number =>
  row.kind === "agent" ? STATUSES.indexOf(row.agent.agent_status) : STATUSES.length;

const byScore = (one: Hit, other: Hit): number =>
  other.score - one.score || rankOf(one.row) - rankOf(other.row);

function searchedIn(state: FeedState, order: FilterOrder): readonly Candidate[] {
  const candidates = candidatesOf(state, order === "tree" ? "map" : "flat");
  if (order !== "best") return candidates;
  return candidates.concat(candidatesOf(state, "map").filter(({ row }) => paneOf(row) === null));
}

/** The rows that a query leaves. An empty query leaves all. */
export function filterRows(state: FeedState, query: Query, order: FilterOrder): Filtered {
  const searched = searchedIn(state, order);
  const hits = searched.flatMap((candidate) => hit(candidate, query) ?? []);
  if (order === "best") hits.sort(byScore);
  const rows = hits.map(({ row }) => row);
  const body = order === "tree" ? withWorkspaces(searched, new Set(rows)) : rows;
  return {
    rows: { shelf: [], body },
    matches: new Set(rows.map(({ key }) => key)),
    count: hits.length,
    total: searched.length,
  };
}
