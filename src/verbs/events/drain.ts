import { drain } from "../../events/drain.ts";
import { deliver } from "../../events/listeners.ts";
import { serverFolders } from "../../tmux/folders.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["events", "drain"],
  summary: "Deliver the events that tmux has queued",
  args: {},
  isSilent: true,
  run: async (edges) => {
    const { runtime } = await serverFolders(edges.tmux, edges.environment);
    await drain(edges, (events, world) => deliver(edges.tmux, runtime, { events, world }));
    return { type: "ok" };
  },
});
