/**
 * The parts of taw that are built by themselves and come first, each with the verbs in it: bin/taw starts the part that
 * holds a call's verb, and what that cannot answer it leaves to the whole program.
 */
export const FIRSTS: Readonly<Record<string, readonly string[]>> = {
  "src/quick/agent.ts": ["agent focus", "agent rename"],
  "src/quick/change.ts": [
    "pane focus",
    "pane rename",
    "tab focus",
    "tab rename",
    "workspace focus",
    "workspace rename",
  ],
  "src/quick/close.ts": ["pane close", "tab close", "workspace close"],
  "src/quick/create.ts": ["pane move", "pane split", "tab create", "tab move", "workspace create"],
  "src/quick/read.ts": [
    "agent get",
    "agent list",
    "api snapshot",
    "pane current",
    "pane get",
    "pane list",
    "tab get",
    "tab list",
    "workspace get",
    "workspace list",
  ],
  "src/quick/report.ts": ["pane report-metadata", "workspace report-metadata"],
  "src/quick/shape.ts": ["layout set-split-ratio", "pane resize", "pane swap", "pane zoom"],
  "src/quick/type.ts": ["pane run", "pane send-keys", "pane send-text"],
};
