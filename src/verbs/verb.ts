import type { Grant } from "../core/grants.ts";
import type { Edges } from "../edges.ts";

/**
 * What a verb is. One declaration serves the CLI, the socket, `--machine`, help, completions and the generated docs
 * (decision 4). An argument's name is camelCase here, `--kebab-case` on the command line, `snake_case` on the socket.
 */

interface Named {
  doc: string;
  /** The flag where it is not `--` and the name in kebab case. */
  flag?: string;
  /** One letter, as in `-v`. */
  short?: string;
  /** Further spellings of the flag. */
  aliases?: readonly string[];
}

export type ArgSpec =
  /** One positional word; one of `choices` where there are any. */
  | { kind: "word"; required?: boolean; value: string; doc: string; choices?: readonly string[] }
  /** All remaining positional words, in order; at least one when required. */
  | WordsSpec
  /** `--name VALUE`. */
  | (Named & { kind: "text"; required?: boolean; value: string })
  /** `--name N`; an integer unless `isFraction`, inside `min`…`max`. */
  | (Named & {
      kind: "number";
      required?: boolean;
      value: string;
      isFraction?: boolean;
      min?: number;
      max?: number;
    })
  /** `--name`. */
  | (Named & { kind: "flag" })
  /** `--name VALUE`, any number of times. */
  | (Named & { kind: "list"; value: string })
  /** `--name WORD` with one word of a list. */
  | (Named & { kind: "choice"; required?: boolean; choices: readonly string[]; also?: Synonyms })
  /** The same, any number of times. */
  | (Named & { kind: "choices"; choices: readonly string[]; also?: Synonyms })
  /** Everything after `--`, untouched. */
  | { kind: "rest"; value: string; doc: string };

interface WordsSpec {
  kind: "words";
  required?: boolean;
  /** From the first of them on nothing is a flag, as in `pane run %1 ls -la`. */
  isVerbatim?: true;
  /** What begins with a dash and is none of the verb's flags is one of them, as in `pane rename %1 -1°C`. */
  takesDashes?: true;
  value: string;
  doc: string;
}

/** Other words that are read as one of the choices. */
type Synonyms = Readonly<Record<string, string>>;

/** How an argument's flag is written: `workspaceId` is `--workspace-id` unless its row says otherwise. */
export const flagOf = (name: string, spec: ArgSpec): string =>
  ("flag" in spec && spec.flag) ||
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

export type ArgTable = Readonly<Record<string, ArgSpec>>;

type Present<Spec, Value> = Spec extends { required: true } ? Value : Value | null;

/** What `run` gets for one argument: what is absent is null, a list that is absent is empty. */
export type ArgValue<Spec extends ArgSpec> = Spec extends { kind: "flag" }
  ? boolean
  : Spec extends { kind: "list" | "words" }
    ? string[]
    : Spec extends { kind: "number" }
      ? Present<Spec, number>
      : Spec extends { kind: "choice" | "word"; choices: readonly (infer Choice)[] }
        ? Present<Spec, Choice>
        : Spec extends { kind: "choices"; choices: readonly (infer Choice)[] }
          ? Choice[]
          : Spec extends { kind: "rest" }
            ? string[] | null
            : Present<Spec, string>;

export type ArgValues<Table extends ArgTable> = { [Name in keyof Table]: ArgValue<Table[Name]> };

/** What the parser checks about several arguments of one call. */
export type ArgRule<Name extends string = string> =
  { atMostOne: readonly Name[] } | { exactlyOne: readonly Name[] } | { needs: Name; given: Name };

/** A result with herdr's tag; a face may spell it otherwise (`core/face.ts`). */
export type Answer = { type: string } & Record<string, unknown>;

/** A verb that spoke for itself (a screen, a stream, a program it became): only its exit code is left. */
export interface Done {
  exitCode: number;
  type?: never;
}

export interface Verb<
  Table extends ArgTable = ArgTable,
  Tag extends string = string,
  Result extends { type: Tag } = Answer & { type: Tag },
> {
  path: readonly string[];
  /** One line, without a full stop. */
  summary: string;
  /** What its caller has to hold; `read` where it does not say (docs/SECURITY.md). */
  grant?: Grant;
  /** The socket method that does the same. */
  method?: string;
  /** The CLI's request id where it is not `cli:` and the path (reference/herdr/records.md §1). */
  requestId?: string;
  /** Its failures carry no request id (reference/herdr/cli.md §5, "session"). */
  isBare?: true;
  /** The tag of its answer, in herdr's spelling (reference/herdr/records.md §9). */
  result?: Tag;
  args: Table;
  rules?: readonly ArgRule<Extract<keyof Table, string>>[];
  run: (edges: Edges, args: ArgValues<Table>) => Promise<Result | Done>;
  /** A text verb: what it prints instead of the envelope, no newline added; null for the envelope after all. */
  print?: (answer: NoInfer<Result>, args: ArgValues<Table>) => string | null;
  /** Prints nothing when it works (reference/herdr/cli.md §1). */
  isSilent?: true;
  /** Whether a failure of that call is one line for a person, `taw open: <why>`, with the exit code it has anyway. */
  failsPlainly?: (args: ArgValues<Table>) => boolean;
  /** 1 for an answer that is bad news, as of a check; 0 when absent. */
  exitCode?: (answer: NoInfer<Result>) => number;
}

/** A verb whose argument types have been checked; the parser gives it values made from its own table. */
export interface AnyVerb extends Omit<
  Verb,
  "rules" | "print" | "failsPlainly" | "exitCode" | "run"
> {
  rules?: readonly ArgRule[];
  print?: (answer: Answer, args: ParsedArgs) => string | null;
  failsPlainly?: (args: ParsedArgs) => boolean;
  exitCode?: (answer: Answer) => number;
  run: (edges: Edges, args: ParsedArgs) => Promise<Answer | Done>;
}

export type ParsedArg = string | number | boolean | string[] | null;
export type ParsedArgs = Readonly<Record<string, ParsedArg>>;

/**
 * Checks a verb's declaration against its own table, then forgets the types: the registry holds verbs of all kinds.
 * The parser (`cli/args.ts`) makes exactly the values that `ArgValues` promises.
 */
export const defineVerb = <
  const Table extends ArgTable,
  const Tag extends string,
  Result extends { type: Tag },
>(
  verb: Verb<Table, Tag, Result>,
): AnyVerb => verb as unknown as AnyVerb;
