import { requireGrant } from "../permitted.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["socket", "serve"],
  summary: "Answer herdr's tools on the herdr socket until stopped",
  grant: "admin",
  args: {
    supervised: {
      kind: "flag",
      doc: "for the loader: end quietly where there is nothing to serve",
    },
  },
  run: async (edges, args) => {
    if (!args.supervised) await requireGrant(edges);
    return { exitCode: await edges.serveSocket(args.supervised) };
  },
});
