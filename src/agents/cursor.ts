import type { AgentKind } from "./kind.ts";

/** Its link `agent` is told by what it points to; the bare word is never matched. */
export const cursor = {
  kind: "cursor",
  label: "Cursor Agent",
  names: ["cursor", "cursor-agent"],
  scripts: [],
  executable: "cursor-agent",
} as const satisfies AgentKind;
