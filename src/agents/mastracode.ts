import type { AgentKind } from "./kind.ts";

export const mastracode = {
  kind: "mastracode",
  label: "Mastra Code",
  names: ["mastracode", "mastra-code", "mastra code"],
  scripts: ["node_modules/mastracode/dist/cli"],
  executable: "mastracode",
  topic: null,
} as const satisfies AgentKind;
