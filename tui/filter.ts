import type { FeedState } from "../remote/feed/protocol.ts";
import { STATUSES } from "../src/core/status.ts";
import type { Found, Haystack, Query, Term } from "./match.ts";
import { findTerm, haystack } from "./match.ts";
import type { Row, RowKey, Rows } from "./rows.ts";
import { buildRows, paneOf, spaceIdOf } from "./rows.ts";
import { agentKind, agentName, agentText, shellKind, shellText } from "./world.ts";
import { inert } from "./text.ts";

/** The columns of a row that can be searched. `text` is what a pane says: whole words only. */
export const FIELDS = ["name", "place", "kind", "text"] as const;
export type Field = (typeof FIELDS)[number];
type Searchable = Readonly<Record<Field, Haystack>>;

/** Which characters of which column matched, by row key. */
export type Marked = ReadonlyMap<RowKey, Readonly<Partial<Record<Field, readonly number[]>>>>;
export type Filtered = {
  readonly rows: Rows;
  readonly marked: Marked;
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

type Hit = { row: Row; score: number; marks: Partial<Record<Field, readonly number[]>> };

function bestField(fields: Searchable, term: Term): { field: Field; found: Found } | null {
  let best: { field: Field; found: Found } | null = null;
  for (const field of FIELDS) {
    const found = findTerm(fields[field], term, field !== "text");
    if (found !== null && (best === null || found.score > best.found.score))
      best = { field, found };
  }
  return best;
}

/** Every term of the query holds for that row: its score, and the letters to mark. */
function hit({ row, fields }: Candidate, query: Query): Hit | null {
  let score = 0;
  const marks: Partial<Record<Field, readonly number[]>> = {};
  for (const alternatives of query) {
    let held = false;
    for (const term of alternatives) {
      const best = bestField(fields, term);
      if ((best === null) !== term.isNot) continue;
      held = true;
      if (best !== null) {
        score += best.found.score;
        marks[best.field] = [...(marks[best.field] ?? []), ...best.found.at];
      }
      break;
    }
    if (!held) return null;
  }
  return { row, score, marks };
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

/** The rows that a query leaves, and where it matched. An empty query leaves all. */
export function filterRows(state: FeedState, query: Query, order: FilterOrder): Filtered {
  const candidates = candidatesOf(state, order === "tree" ? "map" : "flat");
  const searched =
    order === "best"
      ? [...candidates, ...candidatesOf(state, "map").filter(({ row }) => paneOf(row) === null)]
      : candidates;
  const hits = searched.flatMap((candidate) => hit(candidate, query) ?? []);
  const marked = new Map(hits.map(({ row, marks }) => [row.key, marks]));
  const body =
    order === "tree"
      ? withWorkspaces(candidates, new Set(hits.map(({ row }) => row)))
      : order === "best"
        ? hits
            .toSorted(
              (one, other) => other.score - one.score || rankOf(one.row) - rankOf(other.row),
            )
            .map(({ row }) => row)
        : hits.map(({ row }) => row);
  return { rows: { shelf: [], body }, marked, count: hits.length, total: searched.length };
}
