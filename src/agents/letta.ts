import type { AgentKind } from "./kind.ts";

export const letta = {
  kind: "letta",
  label: "Letta Code",
  names: ["letta", "letta-code", "letta code"],
  scripts: [],
  executable: "letta",
  topic: null,
} as const satisfies AgentKind;
