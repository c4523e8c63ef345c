import type { AgentKind } from "./kind.ts";

export const kilo = {
  kind: "kilo",
  label: "Kilo",
  names: ["kilo", "kilo-code", "kilo code"],
  scripts: [],
  executable: "kilo",
  topic: /^Kilo CLI \| (?<topic>.+)$/,
} as const satisfies AgentKind;
