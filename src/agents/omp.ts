import type { AgentKind } from "./kind.ts";

export const omp = {
  kind: "omp",
  label: "oh-my-pi",
  names: ["omp"],
  scripts: ["@oh-my-pi/pi-coding-agent/dist/cli"],
  executable: "omp",
} as const satisfies AgentKind;
