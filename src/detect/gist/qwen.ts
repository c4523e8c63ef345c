import type { Shape } from "./shape.ts";

/** Qwen Code: dialogs stand in the conversation below the call they are about, the prompt box is gone. */
export const qwen: Shape = {
  bar: /(?<! ) +[█│]$/,
  asks: [
    {
      head: /^ {2}\? (?<tool>\w+) .*$/gm,
      foot: /^ {3}Allow execution of/gm,
      body: /\n\n(?<act>[^]*)/,
    },
    {
      head: /^ {2}\? (?<tool>\w+) (?:Writing to )?(?<act>\S.*?)(?: ←)?$/gm,
      foot: /^ {3}Apply this change\?/gm,
    },
    {
      head: /^ {2}\? (?<tool>WebFetch) Fetching content from (?<act>\S+).*$/gm,
      foot: /^ {3}Do you want to proceed\?/gm,
    },
    { head: /^ {2}\? (?<ask>\S.*?)(?: ←)?$/gm, foot: /^ {3}Do you want to proceed\?/gm },
    {
      head: /^ {2}\? AskUserQuestion .*$/gm,
      foot: /^ +[❯›]? *(?:\[.\] )?1\. /gm,
      body: /\n\n(?<ask>[^▸\n].*(?:\n.+)*)\n\n/,
    },
  ],
  says: {
    box: /^─+\n[>!]/gm,
    noise: /^ {2}Tips: |^$/,
    reply: /^ {2}◆\ufe0e? /,
    other: /^ {2}(?:[✓x?-] |[∴●]\ufe0e? )|^[╭│╰]/,
    notice:
      /^ {2}(?:✕|●\ufe0e? (?=Request cancelled)) ?(?<text>\S.*?)(?: \(Press Ctrl\+Y to retry\))?$/,
    stop: /^ {2}[>!] |^ *[╔╚█╝]/,
  },
};
