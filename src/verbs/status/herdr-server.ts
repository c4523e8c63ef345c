import { defineVerb } from "../verb.ts";
import { bareJson, JSON_FLAG, serverStatus, serverText } from "./herdr.ts";

export default defineVerb({
  path: ["status", "server"],
  summary: "Show whether the server runs",
  result: "status",
  args: JSON_FLAG,
  run: async (edges) => ({ type: "status", status: await serverStatus(edges) }),
  print: ({ status }, { json }) => (json ? bareJson(status) : serverText(status)),
});
