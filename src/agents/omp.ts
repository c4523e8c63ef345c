import type { AgentKind } from "./kind.ts";

export const omp = {
  kind: "omp",
  label: "oh-my-pi",
  names: ["omp"],
  scripts: ["@oh-my-pi/pi-coding-agent/dist/cli"],
  executable: "omp",
  topic: /^π [>!\u2800-\u28ff] (?<topic>.+)$/,
} as const satisfies AgentKind;
