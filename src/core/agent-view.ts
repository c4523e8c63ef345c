import { Failure } from "./failure.ts";
import { isFields, parseJson } from "./json.ts";
import { AGENT_METHODS } from "./methods/agent.ts";
import { DEFINITIONS } from "./methods/kinds.ts";
import { checkFields, isParams, Mismatch } from "./schema.ts";
import type { Checked, Params } from "./schema.ts";

/**
 * Which agents somebody wants to be shown, and in which order (reference/herdr/agent-rules.md §10). There is one view for
 * a tmux server; it lives in a server option and dies with the server.
 */
export interface AgentView {
  readonly source: string;
  readonly label: string | null;
  readonly filter: Filter | null;
  readonly sort: readonly Sort[];
}

/** A field of an agent's record, or `$name` for a token. */
export type Field = string;
export type Value = string | number | boolean | { readonly context: Context };
type Context = "current_workspace_id" | "current_tab_id";

export type Filter =
  | { readonly op: "all" | "any"; readonly filters: readonly Filter[] }
  | { readonly op: "not"; readonly filter: Filter }
  | { readonly op: "in"; readonly field: Field; readonly values: readonly Value[] }
  | { readonly op: "exists"; readonly field: Field };

export interface Sort {
  readonly field: Field;
  readonly isDescending: boolean;
}

const MOST = { depth: 8, nodes: 64, values: 32, sorts: 8, source: 120, name: 32 };
const SOURCE = /^[A-Za-z0-9:._-]{1,120}$/;

/** What the value of a field is compared with; a text for every field that is not here. */
const TYPES: Readonly<Record<string, "boolean" | "number">> = {
  seen: "boolean",
  state_change_seq: "number",
};

/** Where a context may stand. */
const CONTEXTS: Readonly<Record<string, Context>> = {
  workspace_id: "current_workspace_id",
  tab_id: "current_tab_id",
};

const refuse = (message: string): Failure =>
  new Failure("invalid_argument", `the view cannot be used: ${message}`, { subject: "view" });

/**
 * The parameters of `agent.view.set` as a view.
 *
 * @throws Failure `invalid_argument`, which herdr calls `invalid_agent_view`
 */
export function agentView(params: unknown): AgentView {
  const { source, label, filter, sort } = checkedView(params);
  if (typeof source !== "string" || !SOURCE.test(source)) {
    throw refuse(`its source is 1 to ${MOST.source} of A-Z a-z 0-9 : . _ -`);
  }
  if (typeof label === "string") requireName("label", label);
  const sorts = Array.isArray(sort) ? sort.map(sortOf) : [];
  if (sorts.length > MOST.sorts) throw refuse(`it sorts by more than ${MOST.sorts} fields`);
  return {
    source,
    label: typeof label === "string" ? label : null,
    filter: filter === undefined ? null : new FilterReader().read(filter, 1),
    sort: sorts,
  };
}

function checkedView(params: unknown): Params {
  const fields = AGENT_METHODS["agent.view.set"]?.params ?? {};
  try {
    return checkFields(DEFINITIONS, fields, params, "params");
  } catch (error) {
    if (error instanceof Mismatch) throw refuse(error.message);
    throw error;
  }
}

/** A view as its option holds it, `<source> <JSON>`, without the `$` that some versions of tmux print otherwise. */
export const printView = (source: string, params: unknown): string =>
  `${source} ${JSON.stringify(params).replaceAll("$", "\\u0024")}`;

/** The view that an option holds, whoever wrote it; null for what is none. */
export function parseView(text: string | undefined): AgentView | null {
  if (text === undefined) return null;
  const params = parseJson(text.slice(text.indexOf(" ") + 1));
  if (!isFields(params)) return null;
  try {
    return agentView(params);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

function requireName(what: string, text: string): void {
  const length = [...text].length;
  if (length < 1 || length > MOST.name) throw refuse(`a ${what} has 1 to ${MOST.name} characters`);
}

function fieldOf(value: Checked | undefined): Field {
  if (typeof value === "string") return value;
  const token = isParams(value) ? value["token"] : undefined;
  if (typeof token !== "string") throw refuse("a field is a word, or a token by its name");
  requireName("token", token);
  return `$${token}`;
}

function sortOf(value: Checked): Sort {
  const { field, order } = isParams(value) ? value : {};
  return { field: fieldOf(field), isDescending: order === "desc" };
}

/** Reads one filter, and counts its parts. */
class FilterReader {
  #nodes = 0;

  read(value: Checked | undefined, depth: number): Filter {
    this.#nodes += 1;
    if (depth > MOST.depth) throw refuse(`its filter is more than ${MOST.depth} deep`);
    if (this.#nodes > MOST.nodes) throw refuse(`its filter has more than ${MOST.nodes} parts`);
    const { op, filters, filter, field, value: one, values } = isParams(value) ? value : {};
    if (op === "all" || op === "any") return { op, filters: this.#list(filters, depth) };
    if (op === "not") return { op, filter: this.read(filter, depth + 1) };
    const named = fieldOf(field);
    if (op === "exists") return { op, field: named };
    return {
      op: "in",
      field: named,
      values: valuesOf(named, op === "eq" ? [one ?? null] : values),
    };
  }

  #list(filters: Checked | undefined, depth: number): Filter[] {
    const list = Array.isArray(filters) ? filters : [];
    if (list.length === 0) throw refuse("all and any want at least one filter");
    return list.map((one: Checked) => this.read(one, depth + 1));
  }
}

function valuesOf(field: Field, values: Checked | undefined): Value[] {
  const list: readonly Checked[] = Array.isArray(values) ? values : [];
  if (list.length < 1 || list.length > MOST.values) {
    throw refuse(`in wants 1 to ${MOST.values} values`);
  }
  return list.map((value) => valueOf(field, value));
}

function valueOf(field: Field, value: Checked): Value {
  const context = isParams(value) ? value["context"] : undefined;
  const allowed = CONTEXTS[field];
  if (allowed !== undefined && context === allowed) return { context: allowed };
  const type = TYPES[field] ?? "string";
  const isPlain =
    typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  if (isPlain && typeof value === type) return value;
  throw refuse(`${field} is compared with a ${type === "string" ? "text" : type}`);
}
