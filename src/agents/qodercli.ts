import type { AgentKind } from "./kind.ts";

export const qodercli = {
  kind: "qodercli",
  label: "Qoder",
  names: ["qodercli", "qoderclicn", "qoder", "qodercn"],
  scripts: [],
  executable: "qodercli",
  topic: null,
} as const satisfies AgentKind;
