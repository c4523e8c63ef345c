import { FACES } from "../core/face.ts";
import { FAILURES } from "../core/failure.ts";
import { GLOBAL_ARGS } from "../verbs/global.ts";
import { VERBS } from "../verbs/index.ts";
import type { VerbEntry } from "../verbs/index.ts";
import type { AnyVerb, ArgSpec, ArgTable } from "../verbs/verb.ts";
import { shown, spellings, usageOf } from "./args.ts";
import { requestId } from "./envelope.ts";

/** docs/CLI.md and docs/ERRORS.md, made from the tables (`tools/docs.ts`). */

const CLI_START = `# Commands

Made from the table of verbs by \`bun run docs\`; \`taw <command> --help\` says the same in the terminal.

A command prints one line of JSON, \`{"id":…,"result":{"type":…}}\`, and ends with 0. When it is refused it prints
\`{"id":…,"error":{"code":…,"message":…}}\` on stderr and ends with 1; [ERRORS.md](ERRORS.md) has the codes. A word it does
not know is a usage error: plain text on stderr, exit 2. Text commands print text; silent ones print nothing.

A pane, tab or workspace is named by tmux's own id (\`%3\`, \`@2\`, \`$1\`) or by its public one (\`w2:p4\`, \`w2:t3\`, \`w2\`).
Put \`--\` in front of a word that begins with a dash and is no flag.
`;

const ERRORS_START = `# Error codes

Made from the table of codes by \`bun run docs\`. The message says in one sentence what was wrong and what to do next; the
code is for programs. On herdr's face (\`--face=herdr\`, a link named \`herdr\`) a code has the spelling that herdr's own
tools know. Usage errors have no code: plain text on stderr, exit 2.
`;

/** docs/CLI.md: every verb that help shows, on both faces. Loads them all. */
export async function cliDocs(): Promise<string> {
  const entries = VERBS.filter((entry) => !entry.isHidden);
  const verbs = await Promise.all(
    entries.map(async (entry) => ({ entry, verb: (await entry.load()).default })),
  );
  const groups = Map.groupBy(verbs, ({ entry }) => entry.path.split(" ")[0] ?? "");
  const sections = [...groups].map(([group, members]) =>
    [`## ${group}`].concat(members.map(({ entry, verb }) => verbDoc(entry, verb))).join("\n\n"),
  );
  return [
    CLI_START,
    "## Options in front of a command",
    argumentTable(GLOBAL_ARGS),
    ...sections,
    "",
  ].join("\n\n");
}

function verbDoc({ path, face }: VerbEntry, verb: AnyVerb): string {
  const program = FACES[face ?? "taw"].name;
  const where = face === undefined ? "" : ` (on ${face}'s face)`;
  return [
    `### ${program} ${path}${where}`,
    `${verb.summary}.`,
    `\`\`\`\n${program} ${path}${usageOf(verb)}\n\`\`\``,
    argumentTable(verb.args),
    answerLine(verb),
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** What it prints, and where herdr's clients find the same. */
function answerLine(verb: AnyVerb): string {
  const method = verb.method === undefined ? "" : ` Socket method: \`${verb.method}\`.`;
  if (verb.isSilent) return `Prints nothing.${method}`;
  if (verb.isBare) return verb.result === undefined ? "" : "Text, or JSON without an envelope.";
  if (verb.result === undefined) return method.trim();
  const tags = [...new Set([FACES.taw.tags[verb.result] ?? verb.result, verb.result])];
  const tag = tags.map((one) => `\`${one}\``).join(" (herdr's face: ");
  const kind = verb.print ? "Text; as a record" : "Answers";
  return `${kind} \`${requestId(verb)}\`, ${tag}${tags.length > 1 ? ")" : ""}.${method}`;
}

function argumentTable(table: ArgTable): string {
  const rows = Object.entries(table).map(
    ([name, spec]) => `| ${argumentNames(name, spec)} | ${cell(spec.doc)} |`,
  );
  return rows.length === 0 ? "" : ["| Argument | |", "| --- | --- |", ...rows].join("\n");
}

function argumentNames(name: string, spec: ArgSpec): string {
  const others = [...spellings({ [name]: spec }).keys()].slice(1);
  return [shown(name, spec), ...others].map((text) => `\`${cell(text)}\``).join(", ");
}

const cell = (text: string): string => text.replaceAll("|", "\\|");

/** docs/ERRORS.md: every code with its spelling on both faces. */
export function errorDocs(): string {
  const rows = Object.entries(FAILURES).map(([code, { herdr, doc }]) => {
    const spelled = Object.entries(herdr).map(([subject, herdrCode]) =>
      subject === "" ? `\`${herdrCode}\`` : `\`${herdrCode}\` (${subject})`,
    );
    return `| \`${code}\` | ${spelled.join(", ") || "the same"} | ${cell(doc)} |`;
  });
  const head = ["| Code | On herdr's face | Means |", "| --- | --- | --- |"];
  return [ERRORS_START, [...head, ...rows].join("\n"), ""].join("\n\n");
}
