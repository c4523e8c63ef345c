import { manifestsInUse } from "../manifests.ts";
import type { ManifestInUse } from "../manifests.ts";
import { defineVerb } from "../verb.ts";

/** herdr's AgentManifestInfo with taw's `supplement_rules` (reference/herdr/records.md; spec "manifest list"). */
export default defineVerb({
  path: ["manifest", "list"],
  summary: "List the detection manifests that are in use, and what is wrong with yours",
  method: "server.agent_manifests",
  args: {},
  run: async (edges) => ({
    type: "agent_manifest_status",
    last_check_unix: null,
    last_result: null,
    manifests: (await manifestsInUse(edges.environment)).map(manifestRecord),
  }),
});

/** Nothing is fetched without `[detection] catalog_url`, so what tells of a remote copy is empty. */
const manifestRecord = ({ kind, active, warning }: ManifestInUse): Record<string, unknown> => ({
  agent: kind,
  source: active.provenance.source,
  source_kind: active.sourceKind,
  active_version: active.manifest.version,
  cached_remote_version: null,
  local_override_shadowing_remote: false,
  remote_update_result: null,
  remote_update_error: null,
  remote_last_checked_unix: null,
  supplement_rules: active.provenance.supplementRules,
  warning,
});
