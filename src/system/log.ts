import { errorCode } from "../core/error-code.ts";

/** Longer logs are started anew, the old one kept beside it. */
const LOG_BYTES = 1024 * 1024;

/**
 * Adds one line with the time to a log file in the state folder, whose folders are made with mode 0700. A log that
 * cannot be written is no reason to fail: false then. `spell` says how the time is written.
 */
export async function logLine(
  path: string,
  unixMs: number,
  text: string,
  spell: (iso: string) => string = (iso) => iso,
): Promise<boolean> {
  const fs = await import("node:fs/promises");
  const line = `${spell(new Date(unixMs).toISOString())} ${text.replace(/\s+/g, " ")}\n`;
  try {
    await fs.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true, mode: 0o700 });
    if (Bun.file(path).size > LOG_BYTES) await fs.rename(path, `${path}.1`);
    await fs.appendFile(path, line, { mode: 0o600 });
    return true;
  } catch (cause) {
    if (errorCode(cause) !== "") return false;
    throw cause;
  }
}
