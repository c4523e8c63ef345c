import { isSafeToBacktrack, toJavaScript } from "./regex/javascript.ts";
import { checkSize, LinearPattern } from "./regex/linear.ts";
import { PatternError } from "./regex/classes.ts";
import { parsePattern } from "./regex/syntax.ts";

/** Answers whether a text matches somewhere. */
export type Matcher = { test(text: string): boolean };

export type CompiledPattern = { ok: true; matcher: Matcher } | { ok: false; reason: string };

/**
 * A pattern in the dialect of Rust's `regex` crate, made ready (reference/agents/manifest-format.md §5). One that a
 * backtracking engine can be trusted with becomes a JavaScript RegExp; any other runs on a matcher of our own whose
 * time is linear in the text, so no pattern is refused for being slow. A wrong pattern is a reason, never a throw.
 */
export function compilePattern(pattern: string): CompiledPattern {
  try {
    const node = parsePattern(pattern);
    checkSize(node);
    const matcher = isSafeToBacktrack(node)
      ? new RegExp(toJavaScript(node), "v")
      : new LinearPattern(node);
    return { ok: true, matcher };
  } catch (error) {
    if (error instanceof PatternError || error instanceof SyntaxError)
      return { ok: false, reason: error.message };
    throw error;
  }
}
