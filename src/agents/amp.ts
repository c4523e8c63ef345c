import type { AgentKind } from "./kind.ts";

export const amp = {
  kind: "amp",
  label: "Amp",
  names: ["amp", "amp-local"],
  scripts: [],
  executable: "amp",
} as const satisfies AgentKind;
