import { kindByName } from "../agents/index.ts";
import { loadConfig } from "../config/load.ts";
import { toldOptions } from "../config/told.ts";
import { Failure } from "../core/failure.ts";
import { activeManifest, DETECTED_KINDS } from "../detect/catalogue.ts";
import type { Active } from "../detect/catalogue.ts";
import { listFolder } from "../system/folders.ts";
import { overrideFolder, readOverride } from "../system/override.ts";
import type { Tmux } from "../tmux/client.ts";
import { shown } from "./named.ts";

/** A kind's manifest that is in use, with what is wrong with the user's own. */
export interface ManifestInUse {
  readonly kind: string;
  readonly active: Active;
  readonly warning: string | null;
}

const kindOf = (name: string): string | null => kindByName(name)?.kind ?? null;

/** Every kind with rules, each with the manifest that is in use for it by what stands in a config folder. */
export async function manifestsInUse(folder: string): Promise<ManifestInUse[]> {
  const supplements = await wantsSupplements(folder);
  return Promise.all(DETECTED_KINDS.map((kind) => inUse(kind, folder, supplements)));
}

/**
 * The same for one kind, by its label or another of its names.
 *
 * @throws Failure `not_found` for a name that is no kind's, or a kind without rules
 */
export async function manifestOf(folder: string, name: string): Promise<ManifestInUse> {
  const kind = kindOf(name);
  if (kind !== null && DETECTED_KINDS.includes(kind)) {
    return inUse(kind, folder, await wantsSupplements(folder));
  }
  const reason = kind === null ? "is no kind of agent that taw knows" : "has no detection rules";
  throw new Failure(
    "not_found",
    `${shown(name)} ${reason}: taw manifest list shows every kind with rules`,
  );
}

/** Tells the server what others are told of the config.toml in that folder (`config/told.ts`): it has been changed. */
export async function tellConfig(folder: string, tmux: Tmux): Promise<void> {
  const told = await toldOptions(folder);
  await tmux.run(...told.map(([name, value]) => ["set-option", "-s", name, value]));
}

/** `[detection] supplements` of the config. */
async function wantsSupplements(folder: string): Promise<boolean> {
  const { config } = await loadConfig(folder);
  return config["detection.supplements"];
}

async function inUse(kind: string, config: string, supplements: boolean): Promise<ManifestInUse> {
  const { override, warning } = await readOverride(config, kind);
  const active = await activeManifest(kind, { override, supplements, resolve: kindOf });
  if (active === null) throw new Error(`${kind} is listed with rules and has none`);
  return { kind, active, warning: warning ?? active.provenance.warning };
}

/** herdr's AgentManifestInfo with taw's `supplement_rules` (reference/herdr/records.md; spec "manifest list"). */
export const manifestRecord = ({
  kind,
  active,
  warning,
}: ManifestInUse): Record<string, unknown> => ({
  agent: kind,
  source: active.provenance.source,
  source_kind: active.sourceKind,
  active_version: active.manifest.version,
  // Nothing is fetched without `[detection] catalog_url`, so there is no remote copy to tell of.
  cached_remote_version: null,
  local_override_shadowing_remote: false,
  remote_update_result: null,
  remote_update_error: null,
  remote_last_checked_unix: null,
  supplement_rules: active.provenance.supplementRules,
  warning,
});

/** What is wrong with each of the user's own manifests: the path, and one sentence. */
export async function overrideProblems(
  config: string,
): Promise<{ path: string; message: string }[]> {
  const folder = overrideFolder(config);
  const names = (await listFolder(folder)).filter((name) => name.endsWith(".toml"));
  const problems = names.map(async (name) => {
    const path = `${folder}/${name}`;
    const message = await overrideProblem(name.slice(0, -".toml".length), config);
    return message === null
      ? []
      : [{ path, message: message.replace(`${path} is not used`, "not used") }];
  });
  return (await Promise.all(problems)).flat();
}

async function overrideProblem(label: string, config: string): Promise<string | null> {
  if (DETECTED_KINDS.includes(label)) return (await inUse(label, config, false)).warning;
  const kind = kindOf(label);
  if (kind === null) return "not used: its name is no kind of agent that taw knows";
  const isAlias = DETECTED_KINDS.includes(kind);
  return `not used: ${isAlias ? `the file for it is ${kind}.toml` : `${kind} has no detection rules`}`;
}
