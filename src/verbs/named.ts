import type { Edges } from "../edges.ts";
import { Failure } from "../core/failure.ts";
import { CALLING, parsePaneId } from "../core/ids.ts";
import type { PaneId } from "../core/ids.ts";
import { clipped, quoted } from "../core/inert.ts";

/** Words of a verb that looks at no World: what they spell, and how they are refused. */

type Subject = "pane" | "tab" | "workspace";

/** The refusal of a word that names nothing. */
export const missing = (subject: Subject, text: string): Failure =>
  new Failure("not_found", `${subject} ${shown(text)} not found; ${subject} list shows them`, {
    subject,
  });

/** An id as it was typed, for a message; quoted where it could not be told from the sentence around it. */
export const shown = (text: string): string =>
  /^[\w%@$:.-]+$/.test(text) ? clipped(text) : quoted(text);

/** A pane by the id that a word spells, which its call looks for itself, and the server that the id is of where that is known. */
export interface NamedPaneId {
  id: PaneId;
  serverPid: number | null;
}

/**
 * What `text` spells, for a verb that asks tmux for nothing but its own doing. Throws `not_found` for what is no pane's id;
 * whether the pane is there, only that doing tells.
 */
export function namedPaneId({ self }: Edges, text: string): NamedPaneId {
  const caller = text === CALLING ? self.caller : null;
  const id = parsePaneId(caller?.pane ?? text);
  if (id === null) throw missing("pane", text);
  return { id, serverPid: caller?.serverPid ?? null };
}
