import { errorCode } from "../core/error-code.ts";

/**
 * Tells when a program writes to a terminal: Linux says so of a tty as of any file, without anybody asking for it. What
 * a terminal echoes by itself is no write, so who waits looks now and then all the same.
 *
 * @returns null where the system does not tell
 */
export async function followWrites(tty: string, onWrite: () => void): Promise<Disposable | null> {
  if (process.platform !== "linux") return null;
  const { watch } = await import("node:fs");
  try {
    const watcher = watch(tty, () => onWrite());
    // The terminal has gone: its pane tells that too.
    watcher.on("error", () => watcher.close());
    return { [Symbol.dispose]: () => watcher.close() };
  } catch (error) {
    if (errorCode(error) !== "") return null;
    throw error;
  }
}
