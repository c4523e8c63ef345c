import type { AgentKind } from "./kind.ts";

/** It rewrites its name to "⌘ <session> · <dir>"; its short name `cmd` says too little to go by. */
export const commandCode = {
  kind: "command-code",
  label: "Command Code",
  names: ["command-code", "commandcode"],
  namePattern: /^⌘ /,
  scripts: ["command-code/dist/index", "commandcode/dist/index"],
  executable: "command-code",
  topic: /^⌘ (?!Command Code · )(?<topic>.+) · [^·]+$/,
} as const satisfies AgentKind;
