import { errorCode } from "../core/error-code.ts";

/**
 * The path that `path` stands for with every link followed; null when nothing is there. Node's files come with the first
 * call: they would be half a megabyte of every watcher, and few panes need them there.
 */
export function realPath(path: string): string | null {
  const { realpathSync }: typeof import("node:fs") = require("node:fs");
  try {
    return realpathSync.native(path);
  } catch (cause) {
    if (errorCode(cause) !== "") return null;
    throw cause;
  }
}
