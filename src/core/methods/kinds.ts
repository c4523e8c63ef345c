import { listOf, mapOf, maybe, oneOf, orElse, ratio, recordOf, text, u64 } from "../schema.ts";
import type { Definitions } from "../schema.ts";
import { READ_FORMATS, READ_SOURCES } from "../screen.ts";
import { STATUSES } from "../status.ts";

/** Kinds of value that several methods take (reference/herdr/records.md §2). */

export const direction = oneOf("left", "right", "up", "down");
export const splitDirection = oneOf("right", "down");
export const agentStatus = oneOf(...STATUSES);
/** What a report may say of an agent: never `done`. */
export const reportedState = oneOf("idle", "working", "blocked", "unknown");
export const readSource = oneOf(...READ_SOURCES);
const readFormat = oneOf(...READ_FORMATS);
export const rightClick = oneOf("herdr", "pane");
export const environment = mapOf(text);
/** Metadata tokens: null takes one off. */
export const tokens = mapOf({ kind: "nullable", of: text } as const);

export const outputMatch = {
  kind: "tagged",
  tag: "type",
  variants: { substring: { value: text }, regex: { value: text } },
} as const;

/** What `pane.read` and `agent.read` take beside what they read. */
export const readParams = {
  source: readSource,
  lines: maybe(u64),
  format: orElse(readFormat, "text"),
  strip_ansi: orElse({ kind: "boolean" }, true),
} as const;

export const cell = recordOf({ row: u64, col: u64 });

/** A field of an agent that a view filters or sorts by: one of ours, or a token's name (agent-rules.md §10). */
const viewField = (...words: readonly string[]) =>
  ({ kind: "either", of: [oneOf(...words), recordOf({ token: text })] }) as const;

const filterField = viewField(
  "status",
  "workspace_id",
  "tab_id",
  "pane_id",
  "agent",
  "seen",
  "state_change_seq",
);

const filterValue = {
  kind: "either",
  of: [
    text,
    { kind: "boolean" },
    ratio,
    recordOf({ context: oneOf("current_workspace_id", "current_tab_id") }),
  ],
} as const;

const filter = { kind: "named", name: "AgentViewFilter" } as const;

export const viewSort = recordOf({
  field: viewField(
    "workspace_order",
    "tab_order",
    "pane_order",
    "attention",
    "status",
    "agent",
    "seen",
    "state_change_seq",
  ),
  order: orElse(oneOf("asc", "desc"), "asc"),
});

/** The kinds that hold themselves, by name. */
export const DEFINITIONS: Definitions = {
  AgentViewFilter: {
    kind: "tagged",
    tag: "op",
    variants: {
      all: { filters: listOf(filter) },
      any: { filters: listOf(filter) },
      not: { filter },
      eq: { field: filterField, value: filterValue },
      in: { field: filterField, values: listOf(filterValue) },
      exists: { field: filterField },
    },
  },
  LayoutNode: {
    kind: "tagged",
    tag: "type",
    variants: {
      pane: {
        pane_id: maybe(text),
        label: maybe(text),
        cwd: maybe(text),
        command: maybe(listOf(text)),
        env: maybe(environment),
      },
      split: {
        direction: splitDirection,
        ratio,
        first: { kind: "named", name: "LayoutNode" },
        second: { kind: "named", name: "LayoutNode" },
      },
    },
  },
};
