import { defineVerb } from "../verb.ts";
import { bareJson, clientStatus, JSON_FLAG, serverStatus, statusText } from "./herdr.ts";

export default defineVerb({
  path: ["status"],
  summary: "Show client and server",
  result: "status",
  args: JSON_FLAG,
  run: async (edges) => {
    const client = clientStatus(edges);
    const server = await serverStatus(edges);
    return { type: "status", client, server, update: { restart_needed: server.restart_needed } };
  },
  print: ({ client, server, update }, { json }) =>
    json ? bareJson({ client, server, update }) : statusText(client, server),
});
