import type { AgentKind } from "./kind.ts";

export const kilo = {
  kind: "kilo",
  label: "Kilo",
  names: ["kilo", "kilo-code", "kilo code"],
  scripts: [],
  executable: "kilo",
} as const satisfies AgentKind;
