import type { AgentKind } from "./kind.ts";

export const devin = {
  kind: "devin",
  label: "Devin",
  names: ["devin", "devin-cli", "devin cli"],
  scripts: [],
  executable: "devin",
} as const satisfies AgentKind;
