/**
 * What a caller inside a pane may be allowed (reference/agents/tuios.md §1): `read` lists, reads and waits, `write` types,
 * `admin` makes, closes, renames and focuses, `respond` types into another pane that waits on a prompt. `own` needs
 * none of them: a report about the caller's own pane.
 */
export type Grant = "read" | "write" | "admin" | "respond" | "own";
