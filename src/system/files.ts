import { errorCode } from "../core/error-code.ts";
import { Failure } from "../core/failure.ts";
import { isMissing, reasonOf } from "./file-reasons.ts";
import { ensureFolder } from "./folders.ts";
import { withoutSlash } from "./paths.ts";
import { uniqueName } from "./unique-name.ts";

/**
 * The file edge. `node:fs` costs a start 2.3 ms (reference/stack/guide.md §1.1), so reading goes through Bun and the
 * rest loads it when it is needed.
 */

/**
 * A file's text as UTF-8: a byte order mark is dropped, bytes that are no UTF-8 become U+FFFD.
 *
 * @returns null when the file is not there
 * @throws Failure `io_error` with the reason when it cannot be read, is no ordinary file, or is over `maxBytes`
 */
export async function readText(path: string, maxBytes = 16 * 1024 * 1024): Promise<string | null> {
  try {
    const file = Bun.file(path);
    const { size } = await requireOrdinary(file);
    if (size > maxBytes) throw new Error(`it is over ${maxBytes} bytes`);
    return await file.text();
  } catch (cause) {
    if (isMissing(cause)) return null;
    throw new Failure("io_error", `cannot read ${path}: ${reasonOf(cause)}`, { cause });
  }
}

/** Opening a fifo would wait for its writer, and a device has no end. */
async function requireOrdinary(file: Bun.BunFile): Promise<{ size: number }> {
  const stat = await file.stat();
  if (!stat.isFile()) throw new Error("it is not an ordinary file");
  return stat;
}

/**
 * Replaces a file whole or not at all: a new file beside it, flushed to the disk, then renamed over it, the folder
 * flushed too. A link is followed and its target replaced, so a linked dotfile stays a link; an existing file keeps
 * its mode, a new one is for this user alone.
 *
 * @throws Failure `io_error` with the reason; the file is then as it was
 */
export async function writeTextAtomically(path: string, text: string): Promise<void> {
  const fs = await import("node:fs/promises");
  let draft = "";
  try {
    const target = await fs.realpath(path).catch((cause: unknown) => {
      if (isMissing(cause)) return path;
      throw cause;
    });
    draft = `${target}.${uniqueName()}.tmp`;
    await writeFlushed(draft, text, await modeOf(target));
    await fs.rename(draft, target);
    await flushFolder(target.slice(0, target.lastIndexOf("/")) || "/");
  } catch (cause) {
    if (draft !== "") await fs.rm(draft, { force: true });
    throw new Failure("io_error", `cannot write ${path}: ${reasonOf(cause)}`, { cause });
  }
}

/**
 * Puts a script in place whole, to be run by everybody, its folder made where there is none; one that reads so already
 * is left as it is.
 *
 * @throws Failure `io_error` with the reason
 */
export async function writeProgram(path: string, text: string): Promise<void> {
  await ensureFolder(path.slice(0, path.lastIndexOf("/")));
  const fs = await import("node:fs/promises");
  const draft = `${path}.${uniqueName()}.tmp`;
  try {
    if ((await readText(path)) === text) return await fs.chmod(path, 0o755);
    await fs.writeFile(draft, text, { mode: 0o755, flag: "wx" });
    await fs.chmod(draft, 0o755);
    await fs.rename(draft, path);
  } catch (cause) {
    await fs.rm(draft, { force: true });
    throw new Failure("io_error", `cannot write ${path}: ${reasonOf(cause)}`, { cause });
  }
}

const OWN_FILE = 0o600;

async function modeOf(path: string): Promise<number> {
  const { stat } = await import("node:fs/promises");
  try {
    return (await stat(path)).mode & 0o7777;
  } catch (cause) {
    if (isMissing(cause)) return OWN_FILE;
    throw cause;
  }
}

async function writeFlushed(path: string, text: string, mode: number): Promise<void> {
  const { open } = await import("node:fs/promises");
  const file = await open(path, "wx", mode);
  try {
    await file.writeFile(text);
    await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function flushFolder(path: string): Promise<void> {
  const { open } = await import("node:fs/promises");
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Where a link leads; null when there is none at that path. */
export async function linkTarget(path: string): Promise<string | null> {
  const { readlink } = await import("node:fs/promises");
  try {
    return await readlink(path);
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR" || code === "EINVAL") return null;
    throw new Failure("io_error", `cannot read the link ${path}: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

/**
 * A path with its links resolved, as git names folders; of one that is not there the part that is.
 *
 * @throws Failure `io_error` with the reason, as for links that go round in a circle
 */
export async function resolvedPath(path: string): Promise<string> {
  const { realpath } = await import("node:fs/promises");
  try {
    return await realpath(path);
  } catch (cause) {
    const slash = path.lastIndexOf("/");
    if (isMissing(cause) && slash >= 0 && path !== "/") {
      const parent = await resolvedPath(path.slice(0, slash) || "/");
      return `${withoutSlash(parent)}/${path.slice(slash + 1)}`;
    }
    throw new Failure("io_error", `cannot use ${path}: ${reasonOf(cause)}`, { cause });
  }
}

/** Whether something stands at a path, a link that leads nowhere included. */
export async function isThere(path: string): Promise<boolean> {
  const { lstat } = await import("node:fs/promises");
  try {
    await lstat(path);
    return true;
  } catch (cause) {
    if (isMissing(cause)) return false;
    throw new Failure("io_error", `cannot look at ${path}: ${reasonOf(cause)}`, { cause });
  }
}

/**
 * Gives a file another name, in place of what had it.
 *
 * @throws Failure `io_error` with the reason
 */
export async function renameFile(from: string, to: string): Promise<void> {
  const { rename } = await import("node:fs/promises");
  try {
    await rename(from, to);
  } catch (cause) {
    throw new Failure("io_error", `cannot put ${to} in place: ${reasonOf(cause)}`, { cause });
  }
}

/** Takes a file away; one that is not there is no error. */
export async function removeFile(path: string): Promise<void> {
  const { rm } = await import("node:fs/promises");
  await rm(path, { force: true });
}

/**
 * Points a link at a program, replacing the link that was there in one step.
 *
 * @throws Failure `io_error` with the reason
 */
export async function replaceLink(path: string, target: string): Promise<void> {
  const fs = await import("node:fs/promises");
  const draft = `${path}.${process.pid}.tmp`;
  try {
    await fs.rm(draft, { force: true });
    await fs.symlink(target, draft);
    await fs.rename(draft, path);
  } catch (cause) {
    throw new Failure("io_error", `cannot make the link ${path}: ${reasonOf(cause)}`, { cause });
  }
}
