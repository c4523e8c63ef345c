import type { AgentKind } from "./kind.ts";

/**
 * Claude Code names its process `claude`; before it does, an npm, pnpm or bun install is node or bun running cli.js,
 * and the native program bears its version as its name.
 */
export const claude = {
  kind: "claude",
  label: "Claude Code",
  names: ["claude", "claude-code"],
  scripts: ["@anthropic-ai/claude-code/cli"],
  pathPattern: /\/share\/claude\/versions\/\d[\d.]*$/,
  executable: "claude",
  topic: /^[\u2800-\u28ff·✢✳✶✻✽*]\ufe0e? (?!Claude Code$)(?<topic>.+)$/,
} as const satisfies AgentKind;
