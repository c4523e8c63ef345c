import type { FeedState } from "../remote/feed/protocol.ts";
import { STATUSES } from "../src/core/status.ts";
import type { Found, Haystack, Query, Term } from "./match.ts";
import { findTerm, haystack } from "./match.ts";
import type { Row, RowKey, Rows } from "./rows.ts";
import { buildRows, paneOf, spaceIdOf } from "./rows.ts";
import { agentKind, agentName, agentText, shellKind, shellText } from "./world.ts";
import { inert } from "./text.ts";

/** The columns of a row that can be searched. `text` is what a pane says: whole words only. */
const FIELDS = ["name", "place", "kind", "text"] as const;
export type Field = (typeof FIELDS)[number];
type Searchable = Readonly<Record<Field, Haystack>>;

/** Which characters of which column matched. */
export type Marks = Readonly<Partial<Record<Field, readonly number[]>>>;
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

type Candidate = { readonly row: Row; readonly fields: Searchable };
const indexes = new WeakMap<FeedState, Map<"map" | "flat", Candidate[]>>();

function texts(name: string, place: string, kind: string, text: string): Searchable {
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
      return texts(agentName(agent, pane), place, agentKind(agent), agentText(agent));
    }
    case "shell":
      return texts(inert(row.pane.tab_label), row.place, shellKind(row.pane), shellText(row.pane));
    case "space":
      return texts(row.space.name, inert(row.space.record.git?.branch ?? ""), "", "");
    case "worktree":
      return texts(row.worktree.name, "", "", "");
    default:
      return texts("", "", "", "");
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
  const made = body.map((row) => ({ row, fields: searchable(row) }));
  const of = indexes.get(state) ?? new Map<"map" | "flat", Candidate[]>();
  indexes.set(state, of.set(layout, made));
  return made;
}

type Hit = { readonly row: Row; readonly score: number };

/** What a pane says is long: letters with others between them would match almost any of it. */
const isLoose = (field: Field): boolean => field !== "text";

function bestField(fields: Searchable, term: Term): { field: Field; found: Found } | null {
  let best: { field: Field; found: Found } | null = null;
  for (const field of FIELDS) {
    const found = findTerm(fields[field], term, isLoose(field));
    if (found !== null && (best === null || found.score > best.found.score))
      best = { field, found };
  }
  return best;
}

/** The score of the first alternative that holds, null when none does. */
function scoreOf(fields: Searchable, alternatives: readonly Term[]): number | null {
  for (const term of alternatives) {
    const best = bestField(fields, term);
    if ((best === null) === term.isNot) return best?.found.score ?? 0;
  }
  return null;
}

/** Every term of the query holds for that row. */
function hit({ row, fields }: Candidate, query: Query): Hit | null {
  let score = 0;
  for (const alternatives of query) {
    const one = scoreOf(fields, alternatives);
    if (one === null) return null;
    score += one;
  }
  return { row, score };
}

/** The letters of a row to mark: asked for rows that are drawn only. */
export function marksOf(row: Row, query: Query): Marks {
  const fields = searchable(row);
  const marks: Partial<Record<Field, readonly number[]>> = {};
  for (const term of query.flat()) {
    const best = term.isNot ? null : bestField(fields, term);
    if (best !== null) marks[best.field] = (marks[best.field] ?? []).concat(best.found.at);
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
