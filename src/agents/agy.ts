import type { AgentKind } from "./kind.ts";

export const agy = {
  kind: "agy",
  label: "Antigravity",
  names: ["agy", "antigravity", "antigravity-cli"],
  scripts: [],
  executable: "agy",
} as const satisfies AgentKind;
