import { defineVerb } from "../verb.ts";
import { bareJson, clientStatus, clientText, JSON_FLAG } from "./herdr.ts";

export default defineVerb({
  path: ["status", "client"],
  summary: "Show the client",
  result: "status",
  args: JSON_FLAG,
  run: async (edges) => ({ type: "status", status: clientStatus(edges) }),
  print: ({ status }, { json }) => (json ? bareJson(status) : clientText(status)),
});
