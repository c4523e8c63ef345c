import { errorCode } from "../core/error-code.ts";
import { Failure } from "../core/failure.ts";
import { isMissing, reasonOf } from "./file-reasons.ts";
import { withoutSlash } from "./paths.ts";

/** Folders: what is in them, whose they are, how they come and go. `node:fs` is loaded when it is needed. */

/**
 * The names in a folder, sorted; none when the folder is not there.
 *
 * @throws Failure `io_error` with the reason when it cannot be listed
 */
export async function listFolder(path: string): Promise<string[]> {
  const { readdir } = await import("node:fs/promises");
  try {
    return (await readdir(path)).toSorted();
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return [];
    throw new Failure("io_error", `cannot list ${path}: ${reasonOf(cause)}`, { cause });
  }
}

/**
 * The full paths of the folders in a folder, sorted, links to folders among them; none when it is not there.
 *
 * @param path without a slash at its end, unless it is the root
 * @throws Failure `io_error` with the reason when it cannot be listed
 */
export async function listFolders(path: string): Promise<string[]> {
  const { readdir } = await import("node:fs/promises");
  try {
    const entries = await readdir(path, { withFileTypes: true });
    const found = await Promise.all(
      entries.map(async (entry) => {
        const full = `${withoutSlash(path)}/${entry.name}`;
        const isOne = entry.isDirectory() || (entry.isSymbolicLink() && (await isFolder(full)));
        return isOne ? full : "";
      }),
    );
    return found.filter((full) => full !== "").toSorted();
  } catch (cause) {
    if (isMissing(cause)) return [];
    throw new Failure("io_error", `cannot list ${path}: ${reasonOf(cause)}`, { cause });
  }
}

/** Whether a folder is there; a link to one counts. */
export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await Bun.file(path).stat()).isDirectory();
  } catch (cause) {
    if (errorCode(cause) !== "") return false;
    throw cause;
  }
}

export type FolderState =
  { state: "private" } | { state: "missing" } | { state: "refused"; reason: string };

/** Whether a folder is ours alone: a real folder, owned by this user, with no rights for anybody else (decision 2). */
export async function folderState(path: string): Promise<FolderState> {
  const { lstat } = await import("node:fs/promises");
  try {
    const stat = await lstat(path);
    if (stat.isSymbolicLink()) return refused("it is a link");
    if (!stat.isDirectory()) return refused("it is not a folder");
    if (stat.uid !== process.getuid?.()) return refused(`it belongs to user ${stat.uid}`);
    const mode = stat.mode & 0o777;
    if ((mode & 0o077) !== 0) {
      return refused(`others may use it (mode 0${mode.toString(8)}; it wants 0700)`);
    }
    return { state: "private" };
  } catch (cause) {
    if (isMissing(cause)) return { state: "missing" };
    return refused(reasonOf(cause));
  }
}

const refused = (reason: string): FolderState => ({ state: "refused", reason });

/**
 * Makes a folder with mode 0700 where there is none, its parents too, and checks that it is ours alone. Only the
 * folder itself is checked: in a place where others may write, ensure each of its parents first.
 *
 * @throws Failure `io_error` with the reason when it is not ours, a link, open to others, or cannot be made
 */
export async function ensurePrivateFolder(path: string): Promise<void> {
  let found = await folderState(path);
  if (found.state === "missing") {
    await ensureFolder(path);
    found = await folderState(path);
  }
  if (found.state === "private") return;
  const reason = found.state === "refused" ? found.reason : "it vanished while it was made";
  throw new Failure("io_error", `cannot use the folder ${path}: ${reason}`);
}

/** When a folder's entries changed last, unix ms; null when it is not there. */
export async function folderChangedMs(path: string): Promise<number | null> {
  const { stat } = await import("node:fs/promises");
  try {
    return (await stat(path)).mtimeMs;
  } catch (cause) {
    if (errorCode(cause) === "ENOENT") return null;
    throw cause;
  }
}

/** Takes a folder away if nothing is in it; tells whether it is gone. */
export async function removeEmptyFolder(path: string): Promise<boolean> {
  const { rmdir } = await import("node:fs/promises");
  try {
    await rmdir(path);
    return true;
  } catch (cause) {
    const code = errorCode(cause);
    if (code === "ENOENT") return true;
    if (code === "ENOTEMPTY" || code === "EEXIST" || code === "ENOTDIR") return false;
    throw cause;
  }
}

/**
 * Makes a folder with mode 0700 where there is none, its parents too; one that is there is taken as it is.
 *
 * @param next what a person does about it when it cannot be made
 * @throws Failure `io_error` with the reason
 */
export async function ensureFolder(path: string, next = ""): Promise<void> {
  const { mkdir } = await import("node:fs/promises");
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const problem = `cannot make the folder ${path}: ${reasonOf(cause)}`;
    throw new Failure("io_error", next === "" ? problem : `${problem}; ${next}`, { cause });
  }
}
