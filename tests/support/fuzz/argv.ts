import type { AnyVerb } from "../../../src/verbs/verb.ts";
import { spellings } from "../../../src/cli/args.ts";
import { TEXTS } from "./kinds.ts";
import type { Draw } from "./kinds.ts";

const GLOBALS = [
  "--face=herdr",
  "--face",
  "-L",
  "-S",
  "--session",
  "--machine",
  "--help",
  "-h",
  "--version",
  "--json",
];
const SHAPES = [
  "=",
  "--",
  "-",
  "--=",
  "--no-x",
  "-5",
  "--a=b",
  "1e9",
  "0x10",
  "NaN",
  "-0",
  "true",
  "null",
];

/** Words behind a verb: its own flags with and without values, others', values of every kind, in any order. */
export function argvCase(draw: Draw, verb: Pick<AnyVerb, "path" | "args">): string[] {
  const flags = [...spellings(verb.args).keys()].filter((word) => word.startsWith("-"));
  const pools: readonly (readonly string[])[] = [flags, TEXTS, flags, SHAPES, GLOBALS, TEXTS];
  const words = Array.from({ length: draw(8) }, () => {
    const pool = pools[draw(pools.length)] ?? TEXTS;
    const word = pool[draw(pool.length)] ?? "";
    const value = TEXTS[draw(TEXTS.length)] ?? "";
    return draw(6) === 0 ? `${word}=${value}` : word;
  });
  const inFront = draw(5) === 0 ? [GLOBALS[draw(GLOBALS.length)] ?? ""] : [];
  return [...inFront, ...verb.path, ...words];
}
