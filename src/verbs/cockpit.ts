import type { Edges, CockpitWish } from "../edges.ts";
import type { ArgTable, Done } from "./verb.ts";

/** What `taw app` and `taw ui` have in common: the same program, in a terminal or pane, or in tmux's popup. */
export const COCKPIT_ARGS = {
  go: { kind: "text", value: "PANE", doc: "open on this pane and go there" },
  theme: {
    kind: "choice",
    choices: ["dark", "light", "cb-dark", "cb-light", "terminal"],
    doc: "these colours, whatever the config says",
  },
  plain: { kind: "flag", doc: "print sentences, without a screen" },
  watch: { kind: "flag", doc: "with --plain: a line for each change, until Ctrl-C" },
} as const satisfies ArgTable;

export const NEW_SESSION_ARG = {
  newSession: { kind: "flag", doc: "start with the picker for a new session; Esc closes it all" },
} as const satisfies ArgTable;

export async function openCockpit(edges: Edges, wish: CockpitWish): Promise<Done> {
  return { exitCode: await edges.openCockpit(wish) };
}
