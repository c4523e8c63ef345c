import { OPTIONS } from "./options.ts";
import type { OptionRow } from "./options.ts";

const CLEARED: Readonly<Record<OptionRow["cleared"], string>> = {
  agent: "leaves with the agent",
  pane: "goes with the pane",
  workspace: "goes with the session",
  verb: "the same verb",
  unload: "`taw tmux unload`",
  user: "you",
};

const PARTS: readonly { scope: OptionRow["scope"]; title: string; about: string }[] = [
  {
    scope: "user",
    title: "Yours",
    about: "Set them in tmux.conf before taw is loaded; taw only reads them.",
  },
  {
    scope: "pane",
    title: "On a pane",
    about: "What taw knows of the pane. Status lines may show them, as `#{@agent_state}`.",
  },
  {
    scope: "tab",
    title: "On a window",
    about: "What taw knows of the tab.",
  },
  {
    scope: "workspace",
    title: "On a session",
    about: "What taw knows of the workspace.",
  },
  {
    scope: "server",
    title: "On the server",
    about: "taw's own, and how its parts find each other.",
  },
];

/** docs/OPTIONS.md, from the one table of options. */
export function optionDocs(): string {
  const parts = PARTS.map(({ scope, title, about }) => {
    const rows = Object.entries(OPTIONS)
      .filter(([, row]) => row.scope === scope)
      .map(([name, row]) => line(name, row));
    const head = `| option | what it is | written by | taken off by |\n| --- | --- | --- | --- |`;
    return `## ${title}\n\n${about}\n\n${head}\n${rows.join("\n")}\n`;
  });
  return `# tmux options\n\nMade from \`src/tmux/options.ts\` by \`bun run docs\`.\n\n${parts.join("\n")}`;
}

const line = (name: string, { doc, writer, cleared }: OptionRow): string =>
  `| \`${name}\` | ${doc.replaceAll("|", "\\|")} | ${writer} | ${CLEARED[cleared]} |`;
