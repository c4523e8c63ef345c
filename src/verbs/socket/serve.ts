import { requireGrant } from "../permitted.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["socket", "serve"],
  summary: "Answer herdr's tools on the herdr socket until stopped",
  grant: "admin",
  args: {},
  run: async (edges) => {
    await requireGrant(edges);
    return { exitCode: await edges.serveSocket() };
  },
});
