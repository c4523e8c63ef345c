import { HOOK_NAMES } from "./hooks.ts";
import type { Row } from "./row.ts";
import { KEYS } from "./schema.ts";

const HEAD = `# config.toml

Made from the table of keys by \`bun run docs\`; edit \`src/config/table/\`, not this file.

taw reads \`$TAW_CONFIG_DIR/config.toml\`, else \`$XDG_CONFIG_HOME/tmux-agent-wizard/config.toml\`, else
\`~/.config/tmux-agent-wizard/config.toml\`. No file means the defaults below. \`config.schema.json\` beside this page
is the same table for editors.

\`taw config check\` names what is wrong by file, line and column. A wrong value is an error, and the key keeps its last
good value; an unknown key is a warning, so a file for a newer taw, or for herdr, still loads. A file that is no TOML, or
is larger than 256 KiB, changes nothing.

"Not used yet" marks a key that is read and checked, and whose feature this version does not have.
`;

const KEYS_TEXT = `A value is one key or a list of keys, and \`""\` unbinds the action. A key is written as modifiers and one key
joined by \`+\`, in any case: \`ctrl\`, \`shift\`, \`alt\`, \`cmd\`, \`hyper\`, and a character or one of \`space enter esc tab
backspace left right up down home end pageup pagedown insert delete minus comma period slash backslash quote
double_quote semicolon colon percent ampersand backtick plus f1\`… \`prefix+…\` is refused: the prefix is tmux's. Of two
actions with one key, the first in the file keeps it. What is not set has the preset's keys, which \`?\` in the cockpit
shows.
`;

const SECTION_TEXTS: Readonly<Record<string, string>> = {
  keys: KEYS_TEXT,
  hooks: `Names are ${HOOK_NAMES.map((name) => `\`${name}\``).join(", ")}; the last two may refuse. Quotes
around a name are optional: \`agent.done = "…"\` and \`"agent.done" = "…"\` are the same.
`,
  machines: `\`studio = "ann@studio"\`, or a table \`[machines.studio]\` with \`ssh\` and, where taw is not on that machine's
PATH, \`taw\`.
`,
  "ui.sidebar": `Rows are lists of tokens. A token is a word, \`$name\` for a reported one, or a table with \`token\`, \`fg\`, \`bold\`,
\`dim\` and up to 16 \`rules\`; the first rule whose condition (\`equals\`, \`contains\`, \`starts_with\`, \`gt\` or \`lt\`) is met
gives \`fg\`, \`bold\`, \`dim\` or \`hide\`.
`,
};

/** docs/CONFIG.md: every key of the table, by section, then the keys that are accepted and do nothing. */
export function configDocs(): string {
  const rows = Object.entries(KEYS);
  const sections = Map.groupBy(
    rows.filter(([, { effect }]) => effect === "now" || effect === "later"),
    ([path]) => sectionOf(path),
  );
  const parts = [...sections].map(([section, rows]) => sectionText(section, rows));
  return [HEAD, ...parts, refusedText(rows), ignoredText(rows)].join("\n");
}

function sectionOf(path: string): string {
  return path.startsWith("ui.sidebar.") ? "ui.sidebar" : path.replace(/\.[^.]*$/, "");
}

function sectionText(section: string, rows: readonly [string, Row<unknown>][]): string {
  const text = SECTION_TEXTS[section];
  const lines = rows.map(([path, row]) => rowText(path.slice(section.length + 1), row));
  return [
    `## [${section}]\n`,
    ...(text === undefined ? [] : [text]),
    "| key | takes | default | what it does |",
    "| --- | --- | --- | --- |",
    ...lines,
    "",
  ].join("\n");
}

function rowText(name: string, row: Row<unknown>): string {
  const names = row.aliases.map((alias) => `\`${alias}\``).join(", ");
  const also = names === "" ? "" : `; also written ${names}`;
  const later = row.effect === "later" ? " Not used yet." : "";
  const cells = [
    `\`${name.endsWith("*") ? name.replace("*", "<name>") : name}\``,
    row.kind.takes,
    defaultText(row.initial),
    `${row.doc}${also}.${later}`,
  ];
  return `| ${cells.map(escapeCell).join(" | ")} |`;
}

function defaultText(initial: unknown): string {
  const isNothing = initial === null || (typeof initial === "object" && !Array.isArray(initial));
  return isNothing ? "" : `\`${JSON.stringify(initial)}\``;
}

const escapeCell = (text: string): string => text.replaceAll("|", "\\|");

function refusedText(rows: readonly [string, Row<unknown>][]): string {
  const lines = rows
    .filter(([, { effect }]) => effect === "refused")
    .map(([path, { doc }]) => `- \`${path}\`: ${doc}.`);
  return ["## Not accepted\n", ...lines, ""].join("\n");
}

/** One line for each reason, with the keys that share it. */
function ignoredText(rows: readonly [string, Row<unknown>][]): string {
  const ignored = rows.filter(([, { effect }]) => effect === "none");
  const reasons = Map.groupBy(ignored, ([, { doc }]) => doc);
  const lines = [...reasons].map(
    ([reason, keys]) => `- ${reason}: ${keys.map(([path]) => `\`${path}\``).join(", ")}`,
  );
  return [
    "## Accepted and ignored\n",
    "Keys of herdr's file that have no job here. They are checked, and a wrong value is a warning.\n",
    ...lines,
    "",
  ].join("\n");
}
