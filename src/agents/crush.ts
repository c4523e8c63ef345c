import type { AgentKind } from "./kind.ts";

export const crush = {
  kind: "crush",
  label: "Crush",
  names: ["crush"],
  scripts: [],
  executable: "crush",
} as const satisfies AgentKind;
