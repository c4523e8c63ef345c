import { buildStatusReport } from "../../src/core/program-status.ts";
import type { StatusWords } from "../../src/core/program-status.ts";
import type { TmuxServer } from "./tmux.ts";

/**
 * A command line for a pane: a program that prints every line it is given, ESC and all, and is taken for `kind`. Like an
 * agent it draws something when it begins: a program that prints nothing gives nobody cause to look.
 */
export const speaker = (kind: string): string =>
  `${kind === "" ? "" : `TAW_AGENT=${kind} `}sh -c 'stty -echo; printf "\\033[m"; exec cat'`;

/** Makes the speaker in a pane print a line. */
export async function prints(server: TmuxServer, paneId: string, text: string): Promise<void> {
  const bytes = [...new TextEncoder().encode(`${text}\n`)].map((byte) => byte.toString(16));
  await server.tmux("send-keys", "-t", paneId, "-H", ...bytes);
}

/** Makes the speaker in a pane report of itself as an agent does (OSC 7501). */
export const reports = (server: TmuxServer, paneId: string, words: StatusWords): Promise<void> =>
  prints(server, paneId, buildStatusReport(words));
