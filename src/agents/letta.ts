import type { AgentKind } from "./kind.ts";

export const letta = {
  kind: "letta",
  label: "Letta Code",
  names: ["letta", "letta-code", "letta code"],
  scripts: [],
  executable: "letta",
} as const satisfies AgentKind;
