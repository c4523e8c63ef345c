import { Failure } from "../core/failure.ts";
import type { Environment } from "../system/env.ts";
import { runToEnd } from "../system/process.ts";

/** zoxide, which knows the folders that a person goes to; a machine without it is as good. */

const LIMIT_MS = 2_000;

async function zoxide(words: readonly string[], environment: Environment): Promise<string | null> {
  try {
    const { code, stdout } = await runToEnd(["zoxide", ...words], environment, LIMIT_MS);
    return code === 0 ? stdout : null;
  } catch (error) {
    if (error instanceof Failure && error.code === "io_error") return null;
    throw error;
  }
}

/** The folder that zoxide finds best for the terms; null when it finds none. */
export async function zoxideMatch(
  terms: readonly string[],
  environment: Environment,
): Promise<string | null> {
  const found = (await zoxide(["query", "--", ...terms], environment))?.split("\n")[0];
  return found?.startsWith("/") ? found : null;
}

/** Every folder that zoxide knows and that is there, the best first. */
export async function zoxideFolders(environment: Environment): Promise<string[]> {
  const listed = await zoxide(["query", "--list"], environment);
  return (listed ?? "").split("\n").filter((path) => path.startsWith("/"));
}

/** Tells zoxide that the folder was gone to. */
export async function addToZoxide(folder: string, environment: Environment): Promise<void> {
  await zoxide(["add", "--", folder], environment);
}
