import { publicPaneId } from "../../core/ids.ts";
import { watchStatus } from "../../loader/watchers.ts";
import { manifestRecord, manifestsInUse, tellConfig } from "../manifests.ts";
import { requireGrant } from "../permitted.ts";
import { defineVerb } from "../verb.ts";

/**
 * Makes every watcher of the server read its rules again and look, and answers when they have: that is what a nudge
 * does, by which `watchStatus` asks for a sign of life. A verb reads the manifests anew anyway.
 */
export default defineVerb({
  path: ["manifest", "reload"],
  summary: "Make running watchers read the detection manifests again",
  method: "server.reload_agent_manifests",
  result: "agent_manifest_reload",
  grant: "admin",
  args: {},
  run: async (edges) => {
    await requireGrant(edges);
    const { environment, tmux, clock } = edges;
    const manifests = (await manifestsInUse(environment)).map(manifestRecord);
    await tellConfig(environment, tmux);
    const { watched } = await watchStatus(tmux, clock.nowMs() / 1000);
    const silent = watched.filter(({ state }) => state === "stalled");
    return {
      type: "agent_manifest_reload",
      manifests,
      silent_watchers: silent.map(({ pane }) => publicPaneId(pane.workspaceId, pane.id)),
    };
  },
});
