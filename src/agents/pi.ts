import type { AgentKind } from "./kind.ts";

export const pi = {
  kind: "pi",
  label: "Pi",
  names: ["pi"],
  scripts: [
    "node_modules/@earendil-works/pi-coding-agent/dist/cli",
    "node_modules/@mariozechner/pi-coding-agent/dist/cli",
  ],
  executable: "pi",
  topic: /^π - (?<topic>.+) - [^-]+$/,
} as const satisfies AgentKind;
