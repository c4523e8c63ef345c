/**
 * The parts of taw that are built by themselves and come first, each with the last words of its verbs: the first word of
 * a call that stands here says which part is tried. A part that cannot answer leaves the call to the whole program.
 */
export const FIRSTS: Readonly<Record<string, readonly string[]>> = {
  "src/quick/change.ts": [
    "close",
    "create",
    "focus",
    "move",
    "rename",
    "report-metadata",
    "resize",
    "set-split-ratio",
    "split",
    "swap",
    "zoom",
  ],
  "src/quick/read.ts": ["current", "get", "list", "snapshot"],
  "src/quick/type.ts": ["run", "send-keys", "send-text"],
};
