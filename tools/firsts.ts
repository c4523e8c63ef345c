/**
 * The parts of taw that are built by themselves and come first, each with the last words of its verbs: the first word of
 * a call that stands here says which part is tried. A part that cannot answer leaves the call to the whole program.
 */
export const FIRSTS: Readonly<Record<string, readonly string[]>> = {
  "src/quick/change.ts": ["focus", "rename"],
  "src/quick/close.ts": ["close"],
  "src/quick/create.ts": ["create", "move", "split"],
  "src/quick/read.ts": ["current", "get", "list", "snapshot"],
  "src/quick/report.ts": ["report-metadata"],
  "src/quick/shape.ts": ["resize", "set-split-ratio", "swap", "zoom"],
  "src/quick/type.ts": ["run", "send-keys", "send-text"],
};
