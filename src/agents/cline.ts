import type { AgentKind } from "./kind.ts";

export const cline = {
  kind: "cline",
  label: "Cline",
  names: ["cline"],
  scripts: [],
  executable: "cline",
  topic: /^> (?<topic>.+)$/,
} as const satisfies AgentKind;
