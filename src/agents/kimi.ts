import type { AgentKind } from "./kind.ts";

export const kimi = {
  kind: "kimi",
  label: "Kimi",
  names: ["kimi", "kimi-code", "kimi code"],
  scripts: [],
  executable: "kimi",
} as const satisfies AgentKind;
