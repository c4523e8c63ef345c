import { constants } from "node:fs";
import { Failure } from "../core/failure.ts";
import { reasonOf } from "./file-reasons.ts";

/**
 * Writes to somebody's terminal by its path, whole or not at all: a short text goes in one write, and a terminal that
 * takes nothing (stopped with Ctrl-S) is not waited for.
 *
 * @throws Failure `io_error` with the reason
 */
export async function writeToTerminal(path: string, text: string): Promise<void> {
  const { open } = await import("node:fs/promises");
  const { O_WRONLY, O_NOCTTY, O_NONBLOCK } = constants;
  try {
    const terminal = await open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK);
    await terminal.write(text).finally(() => terminal.close());
  } catch (cause) {
    throw new Failure("io_error", `cannot write to ${path}: ${reasonOf(cause)}`, { cause });
  }
}
