import type { AgentKind } from "./kind.ts";

export const codex = {
  kind: "codex",
  label: "Codex",
  names: ["codex"],
  scripts: [],
  executable: "codex",
  topic:
    /^(?:\[ [!.] \] Action Required \| |[\u2800-\u28ff] )?(?!\[ [!.] \])(?<topic>.+) \| [^|]+$/,
} as const satisfies AgentKind;
