import type { AgentKind } from "./kind.ts";

export const qwen = {
  kind: "qwen",
  label: "Qwen Code",
  names: ["qwen", "qwen-code", "qwen code"],
  scripts: ["@qwen-code/qwen-code/cli", "@qwen-code/qwen-code/dist/index"],
  executable: "qwen",
  topic: null,
} as const satisfies AgentKind;
