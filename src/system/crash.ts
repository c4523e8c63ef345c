import { Failure } from "../core/failure.ts";
import type { Environment } from "./env.ts";
import { stateFolder } from "./env.ts";
import { writeTextAtomically } from "./files.ts";
import { ensurePrivateFolder } from "./folders.ts";

/**
 * Keeps what a bug left behind in `<state folder>/last-error.txt` (one, the newest) and gives the line for the user.
 * Where that file cannot be written the line carries the stack itself.
 */
export async function keepCrash(
  environment: Environment,
  argv: readonly string[],
  error: unknown,
): Promise<string> {
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? (error.stack ?? message) : message;
  const line = `taw: unexpected error: ${message.split("\n")[0] ?? ""}`;
  try {
    const folder = stateFolder(environment);
    await ensurePrivateFolder(folder);
    const path = `${folder}/last-error.txt`;
    await writeTextAtomically(path, `taw ${JSON.stringify(argv)}\n${stack}\n`);
    return `${line}; this is a bug, its stack is in ${path}`;
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause;
    return `${line}; this is a bug, and ${cause.message}\n${stack}`;
  }
}
