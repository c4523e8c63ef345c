import { FACES, parseFace } from "../core/face.ts";
import type { Face } from "../core/face.ts";
import { UsageError } from "../core/failure.ts";
import { suggestion } from "./suggest.ts";

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

/** THE table of options in front of the verb. */
export const GLOBAL_OPTIONS = [
  { name: "socketName", spellings: ["-L"], value: "NAME", doc: "the tmux server of that name" },
  { name: "socketPath", spellings: ["-S"], value: "PATH", doc: "the tmux server of that socket" },
  {
    name: "face",
    spellings: ["--face"],
    value: "taw|herdr",
    doc: "whose codes and shapes answers have",
  },
  { name: "machine", spellings: ["--machine"], value: "NAME", doc: "run the verb on that machine" },
  { name: "help", spellings: ["--help", "-h"], value: null, doc: "show help" },
  { name: "version", spellings: ["--version", "-V"], value: null, doc: "show the version" },
] as const;

type GlobalName = (typeof GLOBAL_OPTIONS)[number]["name"];

/**
 * Reads the options in front of the verb; the first other word begins the verb.
 *
 * @param faceVariable `TAW_FACE`, which overrides what the launcher chose by its own name (decision 5)
 * @throws UsageError for an unknown, repeated or incomplete option
 */
export function parseGlobals(argv: readonly string[], faceVariable: string | null): Globals {
  const given = new Map<GlobalName, string>();
  let at = 0;
  for (; at < argv.length && argv[at]?.startsWith("-"); at += 1) {
    const word = argv[at] ?? "";
    const equals = word.startsWith("--") ? word.indexOf("=") : -1;
    const spelling = equals < 0 ? word : word.slice(0, equals);
    const option = GLOBAL_OPTIONS.find((one) => one.spellings.some((text) => text === spelling));
    if (!option) throw unknownOption(spelling);
    if (option.value === null) {
      given.set(option.name, "");
      continue;
    }
    const value = equals < 0 ? argv[(at += 1)] : word.slice(equals + 1);
    if (!value) throw new UsageError(`missing value for ${spelling}`);
    given.set(option.name, value);
  }
  return {
    face: faceOf(faceVariable, given.get("face") ?? null),
    socketName: given.get("socketName") ?? null,
    socketPath: given.get("socketPath") ?? null,
    machine: given.get("machine") ?? null,
    wants: given.has("help") ? "help" : given.has("version") ? "version" : null,
    words: argv.slice(at),
  };
}

function unknownOption(spelling: string): UsageError {
  const known = GLOBAL_OPTIONS.flatMap((option): readonly string[] => option.spellings);
  const near = suggestion(spelling, known);
  return new UsageError(`unknown option: ${spelling}${near ? `; did you mean ${near}?` : ""}`);
}

function faceOf(variable: string | null, flag: string | null): Face {
  const name = variable ?? flag;
  if (name === null) return FACES.taw;
  const face = parseFace(name);
  if (face) return face;
  const where = variable === null ? "--face" : "TAW_FACE";
  throw new UsageError(`${where} is taw or herdr, not ${JSON.stringify(name)}`);
}
