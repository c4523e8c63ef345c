import type { Shape } from "./shape.ts";

const FIRST_CHOICE = /^(?: {2})?[› ] 1\. /gm;

/** Codex 0.171: dialogs stand in place of the prompt box, without a frame. */
export const codex: Shape = {
  asks: [
    {
      head: /^ {2}Would you like to run the following\s+command\?/gm,
      foot: FIRST_CHOICE,
      body: /^\$ (?<act>[^]*)/m,
      tool: "Shell",
    },
    {
      head: /^ {2}Would you like to make the following\s+edits\?/gm,
      foot: FIRST_CHOICE,
      body: /^Destination: (?<act>.+(?:\n.+)*)/m,
      tool: "Edit",
    },
    {
      head: /^ {2}Question \d+\/\d+ .*$/gm,
      foot: FIRST_CHOICE,
      body: /\n(?<ask>.+(?:\n.+)*)/,
    },
    { head: /^ {2}(?<ask>Implement this plan\?)$/gm, foot: FIRST_CHOICE },
  ],
  says: {
    box: /^›(?: |$)/gm,
    noise: /^(?: {2}|─ )Worked for |^ {2}└ Tip: |^ {2}>_ /,
    reply: /^• /,
    other:
      /^• (?:Model changed to|Unrecognized command |(?:Added|Edited|Deleted) .* \([+]\d+ -\d+\)$|Questions \d|Working \()|^[◦✔✗⚠] |^ {2}└ (?!Tip:)/,
    under: /^ {2}└ (?!Tip:)/,
    notice: /^■ (?<text>.+?)(?: - use \/\S*.*)?$/,
    stop: /^› |^ {2}>_ OpenAI Codex|^ {2}To get started,/,
  },
};
