import { checkRule } from "../cli/args.ts";
import { Failure, UsageError } from "../core/failure.ts";
import { quoted } from "../core/inert.ts";
import { isParams } from "../core/schema.ts";
import type { Checked, Params } from "../core/schema.ts";
import type { AnyVerb, ArgSpec, ParsedArg, ParsedArgs } from "../verbs/verb.ts";
import { invalid } from "./request.ts";

/** A name that stays one in front of a `=`. */
const isName = (name: string): boolean => name !== "" && !name.includes("=");

const isSetToken = ([name, value]: [string, Checked]): boolean => value !== null && isName(name);

/** A token that is null is taken off; so is one that no token can be called, which the verb then refuses. */
function tokenParams({ tokens, ...params }: Params): Params {
  const entries = isParams(tokens) ? Object.entries(tokens) : [];
  return {
    ...params,
    tokens: Object.fromEntries(entries.filter(isSetToken)),
    clear_tokens: entries.filter((entry) => !isSetToken(entry)).map(([name]) => name),
  };
}

/** A destination is a tagged object here, and flags of which one is given on the command line, where focus is the default. */
function moveParams({ pane_id, destination, focus }: Params): Params {
  const { type, ...place } = isParams(destination) ? destination : {};
  return {
    ...place,
    pane_id: pane_id ?? null,
    new_tab: type === "new_tab",
    new_workspace: type === "new_workspace",
    no_focus: focus !== true,
  };
}

/** Trees are JSON texts on the command line. */
function viewParams({ filter, sort, ...others }: Params): Params {
  return {
    ...others,
    ...(filter !== undefined && { filter: JSON.stringify(filter) }),
    ...(Array.isArray(sort) && { sort: sort.map((one: Checked) => JSON.stringify(one)) }),
  };
}

/** Methods whose parameters are of another shape than their verb's arguments: the parameters as those, by their names. */
const TRANSLATIONS: Readonly<Record<string, (params: Params) => Params>> = {
  "agent.rename": ({ name, ...others }) => ({
    ...others,
    ...(name === undefined ? { clear: true } : { name }),
  }),
  "agent.view.set": viewParams,
  "pane.move": moveParams,
  "pane.report_metadata": tokenParams,
  "workspace.report_metadata": tokenParams,
  "layout.apply": ({ root, ...others }) => ({ ...others, root: JSON.stringify(root) }),
  "layout.set_split_ratio": ({ path, ...others }) => ({ ...others, path: pathText(path) }),
  "pane.current": ({ caller_pane_id: id }) => (id === undefined ? {} : { pane_id: id }),
  "pane.wait_for_output": ({ match, strip_ansi: isStripped, ...params }) => ({
    ...params,
    ...matchOf(match),
    raw: isStripped === false,
  }),
};

/** `{type: "substring" | "regex", value}` as the verb's one argument of the two. */
function matchOf(match: Checked | undefined): Params {
  if (!isParams(match)) return {};
  const value = typeof match["value"] === "string" ? match["value"] : "";
  return match["type"] === "regex" ? { regex: value } : { match: value };
}

/** A split's path, false for a first part and true for a second, as the ids of splits spell it. */
const pathText = (path: Checked | undefined): string =>
  Array.isArray(path) ? path.map((isSecond) => (isSecond === true ? "1" : "0")).join("") : "";

/** `timeoutMs` is `timeout_ms` on the socket. */
const snake = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * A method's parameters as the arguments of its verb, by name.
 *
 * @throws Failure `invalid_request` where the verb's own rules refuse them
 */
export function argsOf(verb: AnyVerb, method: string, params: Params): ParsedArgs {
  const given = TRANSLATIONS[method]?.(params) ?? params;
  const values: Record<string, ParsedArg> = {};
  for (const [name, spec] of Object.entries(verb.args)) {
    values[name] = argOf(spec, given[snake(name)]);
  }
  try {
    for (const rule of verb.rules ?? []) checkRule(rule, values, verb.args);
  } catch (error) {
    if (error instanceof UsageError) throw invalid(`params: ${error.message}`);
    throw error;
  }
  return values;
}

/** What is absent is null, a list that is absent is empty, as the CLI's parser gives it. */
function argOf(spec: ArgSpec, value: Checked | undefined): ParsedArg {
  if (spec.kind === "flag") return value === true;
  if (spec.kind === "list" || spec.kind === "choices" || spec.kind === "words") {
    return wordsOf(value);
  }
  if (spec.kind === "rest") return value === undefined ? null : wordsOf(value);
  return typeof value === "string" || typeof value === "number" ? value : null;
}

/** A list as it is, a text as its one word; a map as `name=value`, which is how the CLI's `--env` spells it. */
function wordsOf(value: Checked | undefined): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.map(String);
  if (!isParams(value)) return [];
  return Object.entries(value).map(([name, one]) => {
    if (isName(name)) return `${name}=${String(one)}`;
    const message = `variable ${quoted(name)} cannot be named so`;
    throw new Failure("invalid_argument", message, { subject: "environment" });
  });
}
