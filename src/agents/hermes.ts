import type { AgentKind } from "./kind.ts";

export const hermes = {
  kind: "hermes",
  label: "Hermes",
  names: ["hermes", "hermes-agent"],
  scripts: [],
  executable: "hermes",
} as const satisfies AgentKind;
