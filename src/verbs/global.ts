import type { ArgTable } from "./verb.ts";

/** THE table of options in front of the verb. */
export const GLOBAL_ARGS = {
  socketName: {
    kind: "text",
    flag: "-L",
    aliases: ["--session"],
    value: "NAME",
    doc: "the tmux server of that name",
  },
  socketPath: { kind: "text", flag: "-S", value: "PATH", doc: "the tmux server of that socket" },
  face: { kind: "choice", choices: ["taw", "herdr"], doc: "whose codes and shapes answers have" },
  machine: { kind: "text", value: "NAME", doc: "run the verb on that machine" },
  help: { kind: "flag", short: "h", doc: "show help" },
  version: { kind: "flag", short: "V", doc: "show the version" },
} as const satisfies ArgTable;
