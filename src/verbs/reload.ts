import { loadConfig, problemText } from "../config/load.ts";
import { DEFAULTS } from "../config/schema.ts";
import type { Edges } from "../edges.ts";
import { tellHooks } from "../hooks/tell.ts";
import { watchStatus } from "../loader/watchers.ts";
import { serverFolders } from "../tmux/folders.ts";
import { tellConfig } from "./manifests.ts";
import { requireGrant } from "./permitted.ts";

/**
 * Reads the config.toml of everybody who speaks to the server again (reference/herdr/keys-config.md §1): `applied` without a diagnostic, `partial` with some, and
 * `failed`, where everything stays as it was, when the file cannot be taken at all. taw's own processes read the file
 * when they need it, so what is left to do is to tell those who read none.
 */
export async function reloadConfig(edges: Edges) {
  await requireGrant(edges);
  const folders = await serverFolders(edges.tmux, edges.environment);
  const { config, problems } = await loadConfig(folders.config);
  const diagnostics = problems.map(problemText);
  const isTaken = config !== DEFAULTS || problems.length === 0;
  if (isTaken) await tell(edges, folders.config);
  const status = !isTaken ? "failed" : diagnostics.length > 0 ? "partial" : "applied";
  return { type: "config_reload" as const, status, diagnostics };
}

/** Watchers read the rules anew when they are asked for a sign of life, which is done where that changes something. */
async function tell({ tmux, clock }: Edges, folder: string): Promise<void> {
  const supplements = () => tmux.run(["show-options", "-sqv", "@agent_wizard_supplements"]);
  const before = await supplements();
  await tellConfig(folder, tmux);
  await tellHooks(tmux, folder);
  if (before !== (await supplements())) await watchStatus(tmux, clock.nowMs() / 1000);
}
