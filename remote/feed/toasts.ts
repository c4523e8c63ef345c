import { publicPaneId } from "../../src/core/ids.ts";
import type { Toast } from "../../src/core/toasts.ts";
import type { FeedToast } from "./protocol.ts";

/** A toast as the feed's line. */
export const toastLine = ({ kind, pane, agentKind, ...said }: Toast): FeedToast => ({
  type: "toast",
  kind,
  pane: publicPaneId(pane.workspaceId, pane.id),
  ...said,
  agent_kind: agentKind,
  lease: false,
});
