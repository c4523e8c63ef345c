/** How one kind of agent lays out the two things a gist is taken from: a dialog that asks, and its last reply. */
export interface Shape {
  /** Ends a row where the agent draws its scroll bar; taken off before anything is read. */
  readonly bar?: RegExp;
  /** The first row of a box that is drawn over the conversation: what stands to its left is none of its own. */
  readonly popup?: RegExp;
  /** Its dialogs. The one whose head stands lowest is the one that waits; on the same row the earlier one counts. */
  readonly asks: readonly Ask[];
  readonly says: Says | null;
}

/**
 * A dialog, found by its frame and read between its ends. Groups `tool` and `act` give `tool: act`, group `ask` is
 * taken as it stands. Head and foot are tested on the rows as drawn, at the column where only the agent itself draws,
 * so that what a dialog or a reply quotes is neither.
 */
export interface Ask {
  /** Flags `gm`; the lowest match above a foot counts. */
  readonly head: RegExp;
  /** The row with which the choices begin, or a row below them. Flags `gm`; the last match counts. */
  readonly foot: RegExp;
  /** Read between head and foot, from rows without frame and indent; without it the head's groups are all. */
  readonly body?: RegExp;
  /** What the dialog calls a tool, and the tool's own name. */
  readonly names?: Readonly<Record<string, string>>;
  /** The tool of a dialog that does not name it. */
  readonly tool?: string;
  /** The dialog begins above the screen, so that its text may. */
  readonly isCut?: boolean;
  /** Its rows break within words. */
  readonly breaksWords?: boolean;
}

/** The conversation above the prompt box. Rows are tested as drawn, scroll bar taken off. */
export interface Says {
  /** The prompt box, by its top row and the one below it. Flags `gm`; the last match counts. */
  readonly box: RegExp;
  /** A row of a box that is drawn over the conversation: what shows beside it is in pieces. */
  readonly veil?: RegExp;
  /** Rows that nobody says: hints, counters, times. */
  readonly noise: RegExp;
  /** The first row of a reply, with the mark that is taken off; null where replies have none. */
  readonly reply: RegExp | null;
  /** The first row of what is no reply: a tool call and its output. */
  readonly other: RegExp;
  /** The second row of a tool call whose first row looks like a reply's. */
  readonly under?: RegExp;
  /** A row that tells of the end of a turn in the agent's own name; group `text`. */
  readonly notice?: RegExp;
  /** The user's prompt, or the agent's own opening: nothing above it is about this turn. */
  readonly stop: RegExp;
}
