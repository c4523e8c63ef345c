import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Empty folders for the cases of a test file, which take no more than files: all in one, taken away together. */
export function caseFolders(): { freshFolder: () => string; removeAll: () => void } {
  const root = mkdtempSync(join(tmpdir(), "taw-files-"));
  let made = 0;
  return {
    freshFolder: () => {
      const folder = join(root, `case-${(made += 1)}`);
      mkdirSync(folder, { mode: 0o700 });
      return folder;
    },
    removeAll: () => rmSync(root, { recursive: true, force: true }),
  };
}
