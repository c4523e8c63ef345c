import { programFolder } from "../system/build.ts";

interface Sources {
  /** The version of Bun that built this. */
  readonly bun: string;
  /** Time of last change in ms, by path from the root. */
  readonly changedAt: Readonly<Record<string, number>>;
}

/** What a part was built from, as JSON (tools/build.ts sets it). */
declare const TAW_SOURCES: string | undefined;

const sources: Sources | null = typeof TAW_SOURCES === "undefined" ? null : JSON.parse(TAW_SOURCES);

/** Whether this part is what its sources are: a build is while none of them has changed since. */
export function isFresh(): boolean {
  if (sources === null) return true;
  const { bun, changedAt } = sources;
  if (Bun.version !== bun) return false;
  for (const path in changedAt) {
    if (Bun.file(`${programFolder}/${path}`).lastModified !== changedAt[path]) return false;
  }
  return true;
}

/** Starts the whole program in a part's place; nothing where the part is no build. */
export async function startWhole(): Promise<void> {
  if (sources !== null) await import(`${programFolder}/dist/main.js`);
}
