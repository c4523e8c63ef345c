import type { AgentKind } from "./kind.ts";

export const maki = {
  kind: "maki",
  label: "Maki",
  names: ["maki"],
  scripts: [],
  executable: "maki",
} as const satisfies AgentKind;
