import type { AgentKind } from "./kind.ts";

export const gemini = {
  kind: "gemini",
  label: "Gemini CLI",
  names: ["gemini"],
  scripts: ["@google/gemini-cli/dist/index"],
  executable: "gemini",
  topic: null,
} as const satisfies AgentKind;
