import type { Face } from "../core/face.ts";
import { UsageError } from "../core/failure.ts";
import { clipped, quoted } from "../core/inert.ts";
import { GLOBAL_ARGS } from "../verbs/global.ts";
import { flagOf } from "../verbs/verb.ts";
import type { AnyVerb, ArgRule, ArgSpec, ArgTable, ParsedArg, ParsedArgs } from "../verbs/verb.ts";
import { closest } from "../core/closest.ts";

/**
 * The one strict parser (house §1, "citty facts"): what is unknown, given twice, missing or left over is refused before
 * anything runs. A word after `--` is never a flag.
 */

/** `help` where `--help` or `-h` stands in a flag's place. */
export type Parsed = { values: ParsedArgs } | { help: true };

/** What the parser needs of a verb. */
export type Grammar = Pick<AnyVerb, "args" | "rules">;

type Positional = Extract<ArgSpec, { kind: "word" | "words" }>;

const isPositional = (spec: ArgSpec): spec is Positional =>
  spec.kind === "word" || spec.kind === "words";
const isFlag = (spec: ArgSpec): boolean => !isPositional(spec) && spec.kind !== "rest";

/** Every spelling of every flag → its name in the table. */
export function spellings(table: ArgTable): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, spec] of Object.entries(table)) {
    if (!isFlag(spec)) continue;
    found.set(flagOf(name, spec), name);
    if ("short" in spec && spec.short !== undefined) found.set(`-${spec.short}`, name);
    if ("aliases" in spec) for (const alias of spec.aliases ?? []) found.set(alias, name);
  }
  return found;
}

const GLOBAL_FLAGS = spellings(GLOBAL_ARGS);

/**
 * Words after a verb's path → values by its table. What is absent is null, a list that is absent is empty.
 *
 * @throws UsageError with one sentence that names the word
 */
export function parseArgs(grammar: Grammar, argv: readonly string[], face: Face): Parsed {
  const call = new Call(grammar, face);
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? "";
    if (word === "--" && !call.isInsideWords) {
      call.after(argv.slice(at + 1));
      break;
    }
    if (!looksLikeFlag(word, call.flags) || call.takesAsWord(word)) call.positional(word);
    else if (isHelp(word, call.flags)) return { help: true };
    else at += call.flag(word, argv[at + 1]);
  }
  return { values: call.values() };
}

const isHelp = (word: string, flags: ReadonlyMap<string, string>): boolean =>
  (word === "--help" || word === "-h") && !flags.has(word);

/** `-` alone is a word, and so is a negative number no flag is called by. */
function looksLikeFlag(word: string, flags: ReadonlyMap<string, string>): boolean {
  if (!word.startsWith("-") || word === "-") return false;
  return !/^-\.?\d/.test(word) || flags.has(word);
}

/** `--name` of `--name=value`. */
const spellingIn = (word: string): string =>
  word.startsWith("--") ? (word.split("=", 1)[0] ?? word) : word;

/** One call while it is read. */
class Call {
  readonly flags: Map<string, string>;
  isVerbatim = false;
  private readonly grammar: Grammar;
  private readonly face: Face;
  private readonly found = new Map<string, ParsedArg>();
  private readonly places: [string, Positional][];
  private place = 0;

  constructor(grammar: Grammar, face: Face) {
    this.grammar = grammar;
    this.face = face;
    this.flags = spellings(grammar.args);
    this.places = Object.entries(grammar.args).flatMap(([name, spec]): [string, Positional][] =>
      isPositional(spec) ? [[name, spec]] : [],
    );
  }

  /** One of the words that are taken as they are has been given, so `--` is another. */
  get isInsideWords(): boolean {
    const name = this.places[this.place]?.[0];
    return this.isVerbatim && name !== undefined && this.found.has(name);
  }

  /** A word that looks like a flag and stands where it is none. */
  takesAsWord(word: string): boolean {
    if (this.isVerbatim) return true;
    const spec = this.places[this.place]?.[1];
    const isOwn = spec?.kind === "words" && spec.takesDashes === true;
    return isOwn && !isHelp(word, this.flags) && !this.flags.has(spellingIn(word));
  }

  positional(word: string): void {
    const [name, spec] = this.places[this.place] ?? [];
    if (name === undefined || spec === undefined) {
      throw new UsageError(`unexpected argument ${quoted(word)}`);
    }
    if (spec.kind === "words") {
      this.push(name, word);
      this.isVerbatim = spec.isVerbatim === true;
      return;
    }
    this.found.set(name, spec.choices ? choiceOf(spec.value, spec, word) : word);
    this.place += 1;
    const next = this.places[this.place]?.[1];
    this.isVerbatim = next?.kind === "words" && next.isVerbatim === true;
  }

  after(words: readonly string[]): void {
    const rest = Object.entries(this.grammar.args).find(([, spec]) => spec.kind === "rest");
    if (rest) this.found.set(rest[0], [...words]);
    else for (const word of words) this.positional(word);
  }

  /** Takes `--name`, `--name=value` or `--name value`; gives how many words after it were its own. */
  flag(word: string, next: string | undefined): 0 | 1 {
    const spelling = spellingIn(word);
    const equals = spelling === word ? -1 : spelling.length;
    const name = this.flags.get(spelling);
    const spec = name === undefined ? undefined : this.grammar.args[name];
    if (name === undefined || spec === undefined) throw this.unknown(spelling);
    this.refuseRepeat(spelling, name, spec);
    if (spec.kind === "flag") {
      if (equals >= 0) throw new UsageError(`${spelling} takes no value`);
      this.found.set(name, true);
      return 0;
    }
    const text = equals < 0 ? next : word.slice(equals + 1);
    if (text === undefined || (equals < 0 && text.startsWith("--"))) {
      throw new UsageError(missingValue(spelling, text));
    }
    this.take(spelling, name, spec, text);
    return equals < 0 ? 1 : 0;
  }

  values(): ParsedArgs {
    const values: Record<string, ParsedArg> = {};
    for (const [name, spec] of Object.entries(this.grammar.args)) {
      const value = this.found.get(name) ?? absent(spec);
      if (isMissing(spec, value)) throw new UsageError(`missing ${shown(name, spec)}`);
      values[name] = value;
    }
    for (const rule of this.grammar.rules ?? []) checkRule(rule, values, this.grammar.args);
    return values;
  }

  private unknown(spelling: string): UsageError {
    const near = closest(spelling, [...this.flags.keys(), "--help"]);
    const hint =
      GLOBAL_FLAGS.has(spelling) && this.grammar.args !== GLOBAL_ARGS
        ? `; it goes in front of the verb: ${this.face.name} ${spelling} …`
        : near
          ? `; did you mean ${near}?`
          : "";
    return new UsageError(`unknown option: ${clipped(spelling)}${hint}`);
  }

  private refuseRepeat(spelling: string, name: string, spec: ArgSpec): void {
    const collects = spec.kind === "list" || spec.kind === "choices";
    if (collects || this.face.repeatedFlag === "last" || !this.found.has(name)) return;
    throw new UsageError(`${spelling} is given twice`);
  }

  private take(spelling: string, name: string, spec: ArgSpec, text: string): void {
    if (spec.kind === "list") this.push(name, text);
    else if (spec.kind === "choices") this.push(name, choiceOf(spelling, spec, text));
    else if (spec.kind === "choice") this.found.set(name, choiceOf(spelling, spec, text));
    else if (spec.kind === "number") this.found.set(name, numberOf(spelling, spec, text));
    else this.found.set(name, text);
  }

  private push(name: string, word: string): void {
    const list = this.found.get(name);
    this.found.set(name, Array.isArray(list) ? [...list, word] : [word]);
  }
}

function missingValue(spelling: string, next: string | undefined): string {
  const hint =
    next === undefined || next === "--" ? "" : `; write ${spelling}=${next} if that is its value`;
  return `missing value for ${spelling}${hint}`;
}

function absent(spec: ArgSpec): ParsedArg {
  if (spec.kind === "flag") return false;
  return spec.kind === "list" || spec.kind === "choices" || spec.kind === "words" ? [] : null;
}

const isMissing = (spec: ArgSpec, value: ParsedArg): boolean =>
  "required" in spec &&
  spec.required === true &&
  (value === null || (Array.isArray(value) && value.length === 0));

/** An argument as usage lines show it: `--source WORD`, `PANE`, `WORD…`. */
export function shown(name: string, spec: ArgSpec): string {
  if (spec.kind === "word") return spec.value;
  if (spec.kind === "words") return `${spec.value}…`;
  if (spec.kind === "rest") return `-- ${spec.value}`;
  if (spec.kind === "flag") return flagOf(name, spec);
  if (spec.kind === "choice" || spec.kind === "choices") {
    return `${flagOf(name, spec)} ${spec.choices.join("|")}`;
  }
  return `${flagOf(name, spec)} ${spec.value}`;
}

/** All arguments of a verb as one line that begins with a blank: ` PANE [--source visible|recent] [--lines N]`. */
export function usageOf({ args }: Grammar): string {
  const entries = Object.entries(args);
  return entries
    .toSorted(([, a], [, b]) => rank(a) - rank(b))
    .map(([name, spec]) => {
      const word = shown(name, spec);
      return "required" in spec && spec.required === true ? ` ${word}` : ` [${word}]`;
    })
    .join("");
}

const RANKS = { word: 0, words: 1, rest: 3 } as const;
const rank = ({ kind }: ArgSpec): number =>
  kind === "word" || kind === "words" || kind === "rest" ? RANKS[kind] : 2;

function choiceOf(
  spelling: string,
  spec: { choices?: readonly string[]; also?: Readonly<Record<string, string>> },
  text: string,
): string {
  const { choices = [], also = {} } = spec;
  const choice = also[text] ?? text;
  if (choices.includes(choice)) return choice;
  const near = closest(text, choices);
  throw new UsageError(
    `${spelling} is ${choices.join(", ")}, not ${quoted(text)}${near ? `; did you mean ${near}?` : ""}`,
  );
}

function numberOf(
  spelling: string,
  spec: Extract<ArgSpec, { kind: "number" }>,
  text: string,
): number {
  const form = spec.isFraction
    ? /^-?(\d+\.?\d*|\.\d+)$/
    : (spec.max ?? 0) > Number.MAX_SAFE_INTEGER
      ? /^-?\d{1,20}$/
      : /^-?\d{1,15}$/;
  if (!form.test(text)) {
    const wanted = spec.isFraction ? "a number" : "a whole number";
    throw new UsageError(`${spelling} wants ${wanted}, not ${quoted(text)}`);
  }
  const value = Number(text);
  if (spec.min !== undefined && value < spec.min) {
    throw new UsageError(`${spelling} is at least ${spec.min}, not ${clipped(text)}`);
  }
  if (spec.max !== undefined && value > spec.max) {
    throw new UsageError(`${spelling} is at most ${spec.max}, not ${clipped(text)}`);
  }
  return value;
}

const isGiven = (value: ParsedArg | undefined): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : value !== undefined && value !== null && value !== false;

/** @throws UsageError naming the arguments that do not go together */
export function checkRule(rule: ArgRule, values: ParsedArgs, table: ArgTable): void {
  const label = (name: string) => shown(name, table[name] ?? { kind: "flag", doc: "" });
  if ("given" in rule) {
    if (isGiven(values[rule.given]) && !isGiven(values[rule.needs])) {
      throw new UsageError(`${label(rule.given)} needs ${label(rule.needs)}`);
    }
    return;
  }
  const names = "exactlyOne" in rule ? rule.exactlyOne : rule.atMostOne;
  const given = names.filter((name) => isGiven(values[name]));
  const all = names.map(label).join(", ");
  if (given.length > 1) throw new UsageError(`only one of ${all} can be given`);
  if ("exactlyOne" in rule && given.length === 0) throw new UsageError(`one of ${all} is needed`);
}
