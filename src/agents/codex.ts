import type { AgentKind } from "./kind.ts";

export const codex = {
  kind: "codex",
  label: "Codex",
  names: ["codex"],
  scripts: [],
  executable: "codex",
} as const satisfies AgentKind;
