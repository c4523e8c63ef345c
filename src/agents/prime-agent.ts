import type { AgentKind } from "./kind.ts";

export const primeAgent = {
  kind: "prime-agent",
  label: "Prime Agent",
  names: ["prime-agent"],
  scripts: [],
  executable: "prime-agent",
} as const satisfies AgentKind;
