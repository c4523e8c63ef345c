import type { AgentKind } from "./kind.ts";

export const grok = {
  kind: "grok",
  label: "Grok Build",
  names: ["grok", "grok-build"],
  scripts: [],
  executable: "grok",
} as const satisfies AgentKind;
