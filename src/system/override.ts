import { Failure } from "../core/failure.ts";
import { readText } from "./files.ts";

/** The user's own detection manifests, one a kind, in the config folder (decision 19). */
export const overrideFolder = (config: string): string => `${config}/agent-detection`;

const MOST_BYTES = 256 * 1024;

export interface OwnManifest {
  /** Null where there is none that can be read. */
  readonly override: { readonly path: string; readonly text: string } | null;
  /** Why the one that is there is not used. */
  readonly warning: string | null;
}

/** A kind's own manifest. One that cannot even be read is like one that does not parse: told, and taw's own is used. */
export async function readOverride(config: string, kind: string): Promise<OwnManifest> {
  const path = `${overrideFolder(config)}/${kind}.toml`;
  try {
    const text = await readText(path, MOST_BYTES);
    return { override: text === null ? null : { path, text }, warning: null };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { override: null, warning: `${path} is not used: ${error.message}` };
  }
}
