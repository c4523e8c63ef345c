import { kindByName } from "../src/agents/index.ts";
import { activeManifest } from "../src/detect/catalogue.ts";
import { evaluate } from "../src/detect/engine.ts";
import type { Sighting } from "../src/detect/engine.ts";
import { gistOf } from "../src/detect/gist.ts";
import type { Manifest } from "../src/detect/manifest.ts";
import { readOverride } from "../src/system/override.ts";

const isOfTitle = (region: string): boolean => region.startsWith("osc_");

/** What a look shows, and the line that its screen tells: null where no screen was read. */
export interface Sight extends Sighting {
  readonly gist: string | null;
}

/** The detection rules of one kind, ready to use. */
export class Rules {
  readonly kind: string;
  readonly #all: Manifest;
  readonly #ofTitle: Manifest;
  /** The rule of the screen that decided the last look: a title's rule below it decides nothing. */
  #screenPriority = Number.NEGATIVE_INFINITY;

  constructor(manifest: Manifest) {
    this.kind = manifest.kind;
    this.#all = manifest;
    const ranked = manifest.ranked.filter((rule) => isOfTitle(rule.region.name));
    this.#ofTitle = { ...manifest, ranked };
  }

  /** What a look shows. */
  read(screen: string, title: string, progress: string): Sight {
    const sighting = evaluate(this.#all, { screen, title, progress });
    const { rule } = sighting;
    const isOfScreen = rule !== null && !isOfTitle(rule.region);
    this.#screenPriority = isOfScreen ? rule.priority : Number.NEGATIVE_INFINITY;
    return { ...sighting, gist: gistOf(this.kind, sighting.state, screen) };
  }

  /** What title and progress tell by themselves, while the screen has not been read; null when that is nothing. */
  readTitle(title: string, progress: string): Sight | null {
    const sighting = evaluate(this.#ofTitle, { screen: "", title, progress });
    const { rule } = sighting;
    const isNews = rule !== null && rule.priority > this.#screenPriority;
    return isNews ? { ...sighting, gist: null } : null;
  }
}

/**
 * The rules of a kind: the user's own manifest where there is one that can be used, else taw's (decision 19). Null for
 * a kind without rules, whose screen is not read.
 */
export async function loadRules(
  kind: string,
  configFolder: string,
  supplements: boolean,
): Promise<Rules | null> {
  // A program's own name for itself is no kind, and no part of a path.
  const isKind = configFolder !== "" && kindByName(kind) !== null;
  const own = isKind ? await readOverride(configFolder, kind) : null;
  const active = await activeManifest(kind, {
    override: own?.override ?? null,
    supplements,
    resolve: (name) => kindByName(name)?.kind ?? null,
  });
  return active && new Rules(active.manifest);
}
