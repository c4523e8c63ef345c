import type { Shape } from "./shape.ts";

/** Mastra Code 0.32: what it asks is a box over the conversation, a question a box within it. */
export const mastracode: Shape = {
  popup: /⚠ Tool Approval Required/,
  asks: [
    {
      head: /^⚠ Tool Approval Required/gm,
      foot: /^ *Allow\? yes/gm,
      body: /^Tool: ask_user\n[^]*?^question: (?<ask>.+(?:\n(?!\w+: ).+)*)/m,
    },
    {
      head: /^⚠ Tool Approval Required/gm,
      foot: /^ *Allow\? yes/gm,
      body: /^Tool: (?<tool>\S+)\n[^]*?^Arguments:\n+\w+: (?<act>.+(?:\n(?!\w+: ).+)*)/m,
    },
    {
      head: /^│ Question +│$/gm,
      foot: /^│ .*to navigate/gm,
      body: /^Question\n(?<ask>.+(?:\n.+)*)\n\n/,
    },
  ],
  says: {
    box: /^╭─+╮\n│ › /gm,
    noise: /^ {2,}(?:Tasks \[|[○●✓◐] |\d+[smh] idle$|⇧\+Tab )|^ Created thread: /,
    reply: null,
    other: /^[├╰╭]|^│ (?!» )|^Tasks$/,
    notice: /^ (?<text>Error: .+?)(?: \[url:.*)?$/,
    stop: /^│ » |^ *[█▀▄]|^ (?:v\d|Project: |Resource ID: |Branch: |User: )/,
  },
};
