import type { AnyVerb } from "./verb.ts";

/** Where a verb stands: its words, its line in help, and the module that holds it. */
export interface VerbEntry {
  path: string;
  summary: string;
  /** Left out of help and completions: for taw's own processes. */
  isHidden?: true;
  load: () => Promise<{ default: AnyVerb }>;
}

/** THE registry of verbs, sorted by path. A verb's module is loaded only when the verb runs. */
export const VERBS: readonly VerbEntry[] = [
  {
    path: "pane list",
    summary: "List panes with their agents and states",
    load: () => import("./pane/list.ts"),
  },
];
