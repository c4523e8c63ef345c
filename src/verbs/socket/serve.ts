import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["socket", "serve"],
  summary: "Answer herdr's tools on the herdr socket until stopped",
  args: {},
  run: async (edges) => ({ exitCode: await edges.serveSocket() }),
});
