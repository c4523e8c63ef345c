import type { CompiledManifest } from "./compile.ts";
import type { Provenance } from "./explain.ts";
import { emptyManifest, type Manifest, type RuleSource, withSupplement } from "./manifest.ts";
import { type PlainManifest, revive } from "./plain.ts";

/** From source it gives the manifest's text; a build has compiled it already (tools/build.ts). */
type Loader = () => Promise<{ default: string | PlainManifest }>;

type Loaders = { manifest?: Loader; supplement?: Loader };

/**
 * Our own manifests. A kind's rules are loaded when that kind is asked for, so a watcher holds one agent's only. A kind
 * of which agents' documented rules know no sign has taw's supplement alone.
 */
const MANIFESTS: Readonly<Record<string, Loaders>> = {
  claude: {
    manifest: () => import("./manifests/claude.toml", { with: { type: "text" } }),
    supplement: () => import("./manifests/claude.taw.toml", { with: { type: "text" } }),
  },
  codex: {
    manifest: () => import("./manifests/codex.toml", { with: { type: "text" } }),
    supplement: () => import("./manifests/codex.taw.toml", { with: { type: "text" } }),
  },
  opencode: {
    manifest: () => import("./manifests/opencode.toml", { with: { type: "text" } }),
    supplement: () => import("./manifests/opencode.taw.toml", { with: { type: "text" } }),
  },
  kilo: {
    manifest: () => import("./manifests/kilo.toml", { with: { type: "text" } }),
    supplement: () => import("./manifests/kilo.taw.toml", { with: { type: "text" } }),
  },
  gemini: {
    manifest: () => import("./manifests/gemini.toml", { with: { type: "text" } }),
    supplement: () => import("./manifests/gemini.taw.toml", { with: { type: "text" } }),
  },
  qwen: {
    manifest: () => import("./manifests/qwen.toml", { with: { type: "text" } }),
    supplement: () => import("./manifests/qwen.taw.toml", { with: { type: "text" } }),
  },
  copilot: {
    manifest: () => import("./manifests/copilot.toml", { with: { type: "text" } }),
    supplement: () => import("./manifests/copilot.taw.toml", { with: { type: "text" } }),
  },
  pi: {
    manifest: () => import("./manifests/pi.toml", { with: { type: "text" } }),
    supplement: () => import("./manifests/pi.taw.toml", { with: { type: "text" } }),
  },
  omp: {
    supplement: () => import("./manifests/omp.taw.toml", { with: { type: "text" } }),
  },
  cline: {
    manifest: () => import("./manifests/cline.toml", { with: { type: "text" } }),
    supplement: () => import("./manifests/cline.taw.toml", { with: { type: "text" } }),
  },
  mastracode: {
    supplement: () => import("./manifests/mastracode.taw.toml", { with: { type: "text" } }),
  },
  cursor: {
    manifest: () => import("./manifests/cursor.toml", { with: { type: "text" } }),
  },
  devin: {
    manifest: () => import("./manifests/devin.toml", { with: { type: "text" } }),
  },
  agy: {
    manifest: () => import("./manifests/agy.toml", { with: { type: "text" } }),
  },
  kimi: {
    manifest: () => import("./manifests/kimi.toml", { with: { type: "text" } }),
  },
  kiro: {
    manifest: () => import("./manifests/kiro.toml", { with: { type: "text" } }),
    supplement: () => import("./manifests/kiro.taw.toml", { with: { type: "text" } }),
  },
  droid: {
    manifest: () => import("./manifests/droid.toml", { with: { type: "text" } }),
    supplement: () => import("./manifests/droid.taw.toml", { with: { type: "text" } }),
  },
  amp: {
    manifest: () => import("./manifests/amp.toml", { with: { type: "text" } }),
    supplement: () => import("./manifests/amp.taw.toml", { with: { type: "text" } }),
  },
  grok: {
    manifest: () => import("./manifests/grok.toml", { with: { type: "text" } }),
  },
  hermes: {
    manifest: () => import("./manifests/hermes.toml", { with: { type: "text" } }),
  },
  qodercli: {
    manifest: () => import("./manifests/qodercli.toml", { with: { type: "text" } }),
    supplement: () => import("./manifests/qodercli.taw.toml", { with: { type: "text" } }),
  },
  maki: {
    manifest: () => import("./manifests/maki.toml", { with: { type: "text" } }),
  },
  letta: {
    supplement: () => import("./manifests/letta.taw.toml", { with: { type: "text" } }),
  },
  muse: {
    supplement: () => import("./manifests/muse.taw.toml", { with: { type: "text" } }),
  },
  crush: {
    supplement: () => import("./manifests/crush.taw.toml", { with: { type: "text" } }),
  },
  "command-code": {
    supplement: () => import("./manifests/command-code.taw.toml", { with: { type: "text" } }),
  },
};

/** Every kind with detection rules, in the order of the table above. */
export const DETECTED_KINDS: readonly string[] = Object.keys(MANIFESTS);

/** A user's own manifest for a kind: whose file it is, and what stands in it. */
export type Override = { path: string; text: string };

/** The manifest that counts for a kind, with where it came from. */
export type Active = {
  manifest: Manifest;
  provenance: Provenance;
  sourceKind: "bundled" | "local override";
};

export type CatalogueOptions = {
  override?: Override | null;
  /** `[detection] supplements`: taw's own rules behind the manifest's. True when left out. */
  supplements?: boolean;
  /** A name or alias to the kind it stands for, so that an override may be named by an alias. */
  resolve?: ((name: string) => string | null) | undefined;
};

/** The compiler is big, and where taw is built only a user's own manifest needs it. */
const compile = async (
  text: string,
  kind: string,
  options: { source?: RuleSource; resolve?: CatalogueOptions["resolve"] },
): Promise<CompiledManifest> => (await import("./compile.ts")).compileManifest(text, kind, options);

/** A bundled file of ours; one that cannot be taken is a fault of this build, not of anybody's input. */
async function load(kind: string, loader: Loader, source: RuleSource): Promise<Manifest> {
  const { default: bundled } = await loader();
  if (typeof bundled !== "string") return revive(bundled);
  const compiled = await compile(bundled, kind, { source });
  if (compiled.ok) return compiled.manifest;
  throw new Error(`a bundled manifest of ${kind} cannot be used: ${compiled.reason}`);
}

type Base = { manifest: Manifest; source: string; warning: string | null };

const BUNDLED = "bundled";

async function baseOf(kind: string, loaders: Loaders, options: CatalogueOptions): Promise<Base> {
  const { override, resolve } = options;
  const own = override ? await compile(override.text, kind, { resolve }) : null;
  if (override && own?.ok === true)
    return { manifest: own.manifest, source: override.path, warning: null };
  const warning =
    override && own?.ok === false ? `${override.path} is not used: ${own.reason}` : null;
  const bundled =
    loaders.manifest === undefined
      ? emptyManifest(kind)
      : await load(kind, loaders.manifest, "manifest");
  return { manifest: bundled, source: BUNDLED, warning };
}

const loadersOf = (kind: string) =>
  Object.hasOwn(MANIFESTS, kind) ? (MANIFESTS[kind] ?? null) : null;

/**
 * The one manifest that is active for a kind (reference/agents/manifest-format.md §1, decision 19): the user's
 * override when it can be taken, else the bundled one, and taw's supplement behind either. An override that cannot
 * be taken is a warning with the reason. Null for a kind that has no rules: nothing is read from its screen.
 */
export async function activeManifest(
  kind: string,
  options: CatalogueOptions = {},
): Promise<Active | null> {
  const loaders = loadersOf(kind);
  if (loaders === null) return null;
  const { manifest, source, warning } = await baseOf(kind, loaders, options);
  const wanted = (options.supplements ?? true) ? loaders.supplement : undefined;
  const supplement = wanted === undefined ? null : await load(kind, wanted, "taw");
  return {
    manifest: supplement === null ? manifest : withSupplement(manifest, supplement),
    sourceKind: source === BUNDLED ? "bundled" : "local override",
    provenance: { source, warning, supplementRules: supplement?.rules.length ?? 0 },
  };
}
