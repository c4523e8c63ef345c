import type { AgentKind } from "./kind.ts";

export const opencode = {
  kind: "opencode",
  label: "OpenCode",
  names: ["opencode", "opencode2", "open-code"],
  scripts: [],
  executable: "opencode",
  topic: /^OC \| (?<topic>.+)$/,
} as const satisfies AgentKind;
