import type { Shape } from "./shape.ts";

const CHOICES = /^ Do you want to /gm;
const TOOLS = { Bash: "Bash", Overwrite: "Write", Create: "Write", Edit: "Edit", Read: "Read" };

/** Claude Code 2.1: dialogs stand below a rule in place of the prompt box, a call between two dashed rules. */
export const claude: Shape = {
  asks: [
    {
      head: /^─{8,}\n (?<tool>Bash) command$/gm,
      foot: CHOICES,
      body: /^╌+\n(?<act>[^]*)\n╌+$/m,
    },
    { head: /^─{8,}\n (?<tool>\w+) file\n (?<act>\S.*)$/gm, foot: CHOICES, names: TOOLS },
    {
      head: /^─{8,}\n (?<tool>\S.*)$/gm,
      foot: CHOICES,
      body: /^╌+\n(?:url: )?(?<act>.+)/m,
      names: { "Tool use": "" },
    },
    {
      head: /^─{8,}\n ?(?:← +)?[☐☒☑✔] .+$/gm,
      foot: /^[❯ ] 1\. /gm,
      body: /\n\n(?<ask>.+(?:\n.+)*)/,
    },
    { head: /^ +─{8,}\n +(?<ask>Exit plan mode\?)$/gm, foot: /^ +(?:❯ )?1\. /gm },
    { head: /^ (?<ask>Quick safety check: [^?]*\?)/gm, foot: /^ Enter to confirm/gm },
    { head: /^▔{8,}\n +(?<ask>\S.*)$/gm, foot: /^ +Esc to /gm },
    {
      head: /(?<![^])╌+$/gm,
      foot: /^ Do you want to proceed\?/gm,
      body: /^╌+\n(?<act>[^]*)\n╌+$/m,
    },
    {
      head: /(?<![^]) .+$/gm,
      foot: /^ Do you want to proceed\?/gm,
      body: /^(?<act>[^╌─]+)\n╌+$/m,
      isCut: true,
    },
  ],
  says: {
    box: /^─.*\n[❯!#]/gm,
    noise:
      /^[✻✢✳✶✽·※] |^ {20,}\S|^ +tmux focus-events|^ {2}(?:Ran|Read|Searched|Listed|Fetched|Thought|Did not run) .*\d/,
    reply: /^[●⏺] /,
    other: /^[●⏺] (?:[\w-]+|[A-Z]\w* [A-Z]\w*|\S.* \(MCP\))\(|^ {2}⎿/,
    under: /^ {2}⎿/,
    notice: /^ {2}⎿\s+(?<text>Interrupted)/,
    stop: /^[❯!#] |^[▐▝ ]*[▛▜▘]|^▎/,
  },
};
