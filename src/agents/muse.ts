import type { AgentKind } from "./kind.ts";

/** The launcher executes `muse-bin-<version>`. */
export const muse = {
  kind: "muse",
  label: "Muse Code",
  names: ["muse", "muse-code", "muse-cli"],
  namePattern: /^muse-bin-\d/,
  scripts: [],
  executable: "muse",
} as const satisfies AgentKind;
