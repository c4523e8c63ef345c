import { FACES, parseFace } from "../core/face.ts";
import { quoted } from "../core/inert.ts";
import type { Face } from "../core/face.ts";
import { UsageError } from "../core/failure.ts";
import { GLOBAL_ARGS } from "../verbs/global.ts";
import type { ParsedArgs } from "../verbs/verb.ts";
import { parseArgs, spellings } from "./args.ts";

/** The options in front of the verb. */
export interface Globals {
  face: Face;
  socketName: string | null;
  socketPath: string | null;
  machine: string | null;
  wants: "help" | "version" | null;
  /** The verb and all that follows it. */
  words: readonly string[];
}

/**
 * Reads the options in front of the verb; the first other word begins the verb.
 *
 * @param faceVariable `TAW_FACE`, which overrides what the launcher chose by its own name (decision 5)
 * @throws UsageError for an unknown, repeated or incomplete option
 */
export function parseGlobals(argv: readonly string[], faceVariable: string | null): Globals {
  const end = verbStart(argv);
  const own = argv.slice(0, end);
  const face = faceOf(faceVariable, faceIn(own));
  const options = optionsOf(own, face);
  const { words, value } = takenOut(argv.slice(end), face.serverFlag);
  return {
    face,
    socketName: value ?? textOf(options, "socketName"),
    socketPath: textOf(options, "socketPath"),
    machine: textOf(options, "machine"),
    wants: options["help"] === true ? "help" : options["version"] === true ? "version" : null,
    words,
  };
}

/** The words without an option that may stand among them, in front of `--`; the last one counts. */
function takenOut(
  words: readonly string[],
  flag: string | null,
): { words: readonly string[]; value: string | null } {
  if (flag === null || !words.some((word) => word.startsWith(flag))) return { words, value: null };
  const kept: string[] = [];
  let value: string | null = null;
  const end = words.includes("--") ? words.indexOf("--") : words.length;
  for (let at = 0; at < end; at += 1) {
    const word = words[at] ?? "";
    const isWhole = word === flag;
    if (!isWhole && !word.startsWith(`${flag}=`)) {
      kept.push(word);
      continue;
    }
    value = (isWhole ? words[(at += 1)] : word.slice(flag.length + 1)) ?? "";
    if (value === "" || at >= end) throw new UsageError(`missing value for ${flag}`);
  }
  return { words: [...kept, ...words.slice(end)], value };
}

const FLAGS = spellings(GLOBAL_ARGS);

/** Where the first word stands that is no option and no option's value. */
function verbStart(argv: readonly string[]): number {
  let at = 0;
  while (argv[at]?.startsWith("-")) {
    const name = FLAGS.get(argv[at] ?? "");
    const takesNext = name !== undefined && name !== "help" && name !== "version";
    at += takesNext ? 2 : 1;
  }
  return Math.min(at, argv.length);
}

/** What `--face` says last, before anything is judged: also who is refused an option is refused in their face's name. */
const faceIn = (own: readonly string[]): string | undefined =>
  own
    .flatMap((word, at) =>
      word === "--face" ? (own[at + 1] ?? "") : (word.split(/^--face=/)[1] ?? []),
    )
    .at(-1);

function optionsOf(own: readonly string[], face: Face): ParsedArgs {
  try {
    const parsed = parseArgs({ args: GLOBAL_ARGS }, own, face);
    return "values" in parsed ? parsed.values : {};
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(error.message, `run '${face.name} --help' for usage`);
  }
}

function textOf(options: ParsedArgs, name: "socketName" | "socketPath" | "machine"): string | null {
  const value = options[name];
  if (value === "") throw new UsageError(`missing value for ${spellingOf(name)}`);
  return typeof value === "string" ? value : null;
}

const spellingOf = (name: string): string =>
  [...FLAGS].find(([, wanted]) => wanted === name)?.[0] ?? name;

function faceOf(variable: string | null, flag: string | undefined): Face {
  if (variable === null) return flag === "herdr" ? FACES.herdr : FACES.taw;
  const face = parseFace(variable);
  if (face) return face;
  throw new UsageError(`TAW_FACE is taw or herdr, not ${quoted(variable)}`);
}
