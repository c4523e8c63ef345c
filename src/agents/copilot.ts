import type { AgentKind } from "./kind.ts";

export const copilot = {
  kind: "copilot",
  label: "GitHub Copilot",
  names: ["copilot", "github-copilot", "ghcs"],
  scripts: [],
  executable: "copilot",
  topic: /^(?<topic>.+) - GitHub Copilot$/,
} as const satisfies AgentKind;
