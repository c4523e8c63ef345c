import { errorCode } from "../core/error-code.ts";

/** Nothing stands at a path, or nothing can. */
export const isMissing = (cause: unknown): boolean =>
  ["ENOENT", "ENOTDIR"].includes(errorCode(cause));

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a folder",
  ELOOP: "its links go round in a circle",
  ENOENT: "the folder it should be in is not there",
  ENOTDIR: "a part of the path is not a folder",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EROFS: "the file system is read-only",
  EFBIG: "the file would be too large",
};

/** What went wrong with a file or folder, in the words of messages. */
export function reasonOf(cause: unknown): string {
  const known = REASONS[errorCode(cause)];
  if (known !== undefined) return known;
  return cause instanceof Error ? cause.message : String(cause);
}
