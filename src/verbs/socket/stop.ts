import { Failure } from "../../core/failure.ts";
import { stopServing } from "../../loader/socket.ts";
import { requireGrant } from "../permitted.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["socket", "stop"],
  summary: "End the server of the herdr socket; taw tmux load starts it again",
  grant: "admin",
  result: "ok",
  args: {},
  run: async (edges) => {
    await requireGrant(edges);
    const holder = await stopServing(edges.tmux, edges.clock);
    if (holder === null) {
      throw new Failure("not_found", "nobody serves the herdr socket; taw socket serve does");
    }
    return { type: "ok", pid: holder.pid };
  },
});
