import { Failure } from "../core/failure.ts";
import type { ScreenQuestion } from "../core/screen.ts";
import type { Edges } from "../edges.ts";
import { followWrites } from "../system/tty-writes.ts";

/** Between two looks while a pane writes, and where nobody tells that it does. */
const LOOK_EVERY_MS = 100;
/** What the terminal echoes is told by nobody. */
const MEND_EVERY_MS = 500;
/** tmux may have read a part of what was written when it is looked at first, so one more look follows. */
const LOOKS_AFTER_WRITE = 2;

/** What to wait for between two looks at a pane's text. */
export interface Output extends Disposable {
  /** Ends when the pane may show something new, and at the latest after `mostMs`. */
  next(mostMs: number): Promise<void>;
}

/** Follows the output of the pane with that terminal. Begin before the first look. */
export async function followOutput({ clock }: Edges, tty: string): Promise<Output> {
  let bell = Promise.withResolvers<void>();
  let looksDue = 0;
  const following = await followWrites(tty, () => {
    looksDue = LOOKS_AFTER_WRITE;
    bell.resolve();
  });
  const restMs = following === null ? LOOK_EVERY_MS : MEND_EVERY_MS;
  return {
    async next(mostMs) {
      const isBusy = looksDue > 0;
      bell = isBusy ? bell : Promise.withResolvers<void>();
      if (isBusy) await clock.sleep(Math.min(mostMs, LOOK_EVERY_MS));
      else await Promise.race([bell.promise, clock.sleep(Math.min(mostMs, restMs))]);
      looksDue = Math.max(0, looksDue - 1);
    },
    [Symbol.dispose]: () => following?.[Symbol.dispose](),
  };
}

/** A line that was wrapped is searched as the one line that it is. */
export const unwrapped = (question: ScreenQuestion): ScreenQuestion =>
  question.source === "recent" ? { ...question, source: "recent_unwrapped" } : question;

/**
 * Whether a line is the one that is waited for: it holds the text, or matches the pattern.
 *
 * @throws Failure `invalid_regex`
 */
export async function lineTest(
  text: string | null,
  pattern: string | null,
): Promise<(line: string) => boolean> {
  if (pattern === null) return (line) => line.includes(text ?? "");
  const { compilePattern } = await import("../detect/pattern.ts");
  const compiled = compilePattern(pattern);
  if (compiled.ok) return (line) => compiled.matcher.test(line);
  throw new Failure("invalid_regex", `the regular expression cannot be read: ${compiled.reason}`);
}
