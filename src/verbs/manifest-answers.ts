import { publicPaneId } from "../core/ids.ts";
import type { Edges } from "../edges.ts";
import { watchStatus } from "../loader/watchers.ts";
import { configFolder } from "../system/env.ts";
import { serverFolders } from "../tmux/folders.ts";
import { manifestRecord, manifestsInUse, tellConfig } from "./manifests.ts";
import { requireGrant } from "./permitted.ts";

/** The manifests in use, as `manifest list` and herdr's `server agent-manifests` tell them. */
export const manifestStatus = async ({ environment }: Edges) => ({
  type: "agent_manifest_status" as const,
  last_check_unix: null,
  last_result: null,
  manifests: (await manifestsInUse(configFolder(environment))).map(manifestRecord),
});

/**
 * Makes every watcher of the server read its rules again and look, and answers when they have: that is what a nudge
 * does, by which `watchStatus` asks for a sign of life. A verb reads the manifests anew anyway.
 */
export async function reloadManifests(edges: Edges) {
  await requireGrant(edges);
  const { environment, tmux, clock } = edges;
  const folders = await serverFolders(tmux, environment);
  const manifests = (await manifestsInUse(folders.config)).map(manifestRecord);
  await tellConfig(folders.config, tmux);
  const { watched } = await watchStatus(tmux, clock.nowMs() / 1000);
  const silent = watched.filter(({ state }) => state === "stalled");
  return {
    type: "agent_manifest_reload" as const,
    manifests,
    silent_watchers: silent.map(({ pane }) => publicPaneId(pane.workspaceId, pane.id)),
  };
}
