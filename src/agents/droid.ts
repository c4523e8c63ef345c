import type { AgentKind } from "./kind.ts";

export const droid = {
  kind: "droid",
  label: "Droid",
  names: ["droid"],
  scripts: [],
  executable: "droid",
  topic: null,
} as const satisfies AgentKind;
