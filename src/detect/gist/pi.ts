import type { Shape } from "./shape.ts";

/** Pi 1.6: its extensions' dialogs stand between the rules of the prompt box. Its replies bear no mark, nor do prompts. */
export const pi: Shape = {
  asks: [
    {
      head: /^─{8,}$/gm,
      foot: /^ (?:↑↓ navigate|enter submit) /gm,
      body: /^─+\n+(?<ask>.+(?:\n.+)*)\n\n/,
    },
  ],
  says: {
    box: /^─+(?=\n(?:(?!─).*\n)+─+$)/gm,
    noise: /^ (?:Took \d|\(no output\)$|Tool output: )/,
    reply: null,
    other: /^ \$ /,
    notice: /^ (?<text>Operation aborted|Error: .+)/,
    stop: /^ [▀█]|^ Press ctrl\+o |^ Pi can explain|^\[Extensions\]|^ Warning: |restart tmux\.$|^ *\S*(?:\/docs\/|providers\.md|models\.md)/,
  },
};
