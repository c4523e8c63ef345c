import { errorCode } from "../core/error-code.ts";

export type Found =
  | { readonly path: string }
  /** As a shell words it, with a shell's exit code: 127 for not there, 126 for there and not to be run. */
  | { readonly refusal: string; readonly exitCode: 126 | 127 };

/** The file that a command's name means, looked up as a shell does: a name with a slash is a path. */
export async function findProgram(name: string, searchPath: string): Promise<Found> {
  if (name.includes("/")) return checkFile(name);
  const path = name === "" ? null : Bun.which(name, { PATH: searchPath });
  return path === null ? { refusal: "command not found", exitCode: 127 } : { path };
}

async function checkFile(path: string): Promise<Found> {
  try {
    const stat = await Bun.file(path).stat();
    if (stat.isDirectory()) return { refusal: "is a directory", exitCode: 126 };
    if ((stat.mode & 0o111) === 0) return { refusal: "permission denied", exitCode: 126 };
    return { path };
  } catch (error) {
    const code = errorCode(error);
    if (code === "EACCES") return { refusal: "permission denied", exitCode: 126 };
    if (code === "ENOENT" || code === "ENOTDIR")
      return { refusal: "no such file or directory", exitCode: 127 };
    throw error;
  }
}
