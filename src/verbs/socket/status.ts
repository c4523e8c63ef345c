import {
  holderIn,
  parseSocketWish,
  SOCKET_HOLDER,
  SOCKET_WISH,
  socketPathIn,
} from "../../loader/socket.ts";
import { serverFolders } from "../../tmux/folders.ts";
import { ask } from "../../tmux/sections.ts";
import { requireGrant } from "../permitted.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["socket", "status"],
  summary: "Show whether the herdr socket is served, where, and by which process",
  result: "socket_status",
  args: {},
  run: async (edges) => {
    await requireGrant(edges);
    const { runtime } = await serverFolders(edges.tmux, edges.environment);
    const { wish, shown } = await ask(edges.tmux, { wish: SOCKET_WISH, shown: SOCKET_HOLDER });
    const holder = await holderIn(shown);
    return {
      type: "socket_status",
      running: holder !== null,
      pid: holder?.pid ?? null,
      path: socketPathIn(runtime),
      option: parseSocketWish(wish) ?? "auto",
    };
  },
});
