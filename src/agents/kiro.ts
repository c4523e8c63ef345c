import type { AgentKind } from "./kind.ts";

export const kiro = {
  kind: "kiro",
  label: "Kiro",
  names: ["kiro", "kiro-cli"],
  scripts: [],
  executable: "kiro-cli",
} as const satisfies AgentKind;
