import { errorCode } from "../core/error-code.ts";
import { Failure } from "../core/failure.ts";
import { inertLine } from "../core/inert.ts";

/** Lines of an answer that is printed while it is made: a feed, a list in sentences. `console.log` loses nothing. */
export function printLine(line: string): void {
  console.log(line);
}

/** Tells a person, beside the answer, of something that went wrong without keeping it from being given. */
export function printWarning(text: string): void {
  console.error(`taw: ${inertLine(text)}`);
}

/**
 * Prints an answer whole, no newline added. A reader that has gone (`taw pane read %1 | head -1`) has what it wanted.
 *
 * @throws Failure `io_error` when it cannot be written, as to a file on a full disk
 */
export async function printText(text: string): Promise<void> {
  try {
    await Bun.write(Bun.stdout, text);
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    if (errorCode(cause) === "EPIPE") return;
    throw new Failure("io_error", `cannot print the answer: ${cause.message}`, { cause });
  }
}
