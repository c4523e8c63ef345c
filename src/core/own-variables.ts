/** herdr sets these after a caller's own, so that none of them can be changed (reference/herdr/cli.md §2). */
const OWN_VARIABLES: ReadonlySet<string> = new Set([
  "HERDR_ENV",
  "HERDR_SOCKET_PATH",
  "HERDR_BIN_PATH",
  "HERDR_WORKSPACE_ID",
  "HERDR_TAB_ID",
  "HERDR_PANE_ID",
]);

/** Whether a caller's value of that variable is left out of a new pane. */
export const isOwnVariable = (name: string): boolean => OWN_VARIABLES.has(name);
