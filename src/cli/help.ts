import { isatty } from "node:tty";
import { renderUsage } from "citty";
import type { ArgDef, ArgsDef, CommandDef } from "citty";
import type { Face } from "../core/face.ts";
import { GLOBAL_ARGS } from "../verbs/global.ts";
import { verbsOf } from "../verbs/index.ts";
import type { VerbEntry } from "../verbs/index.ts";
import { flagOf } from "../verbs/verb.ts";
import type { AnyVerb, ArgSpec } from "../verbs/verb.ts";

/** Help text, drawn by citty from definitions made out of the verb table. Loaded only when help is asked for. */

const PRODUCT = "The best place in tmux to run coding agents";

/** Help for a verb, a group, or, with no words, for the whole program. Null when the words lead nowhere. */
export async function helpText(face: Face, words: readonly string[]): Promise<string | null> {
  const path = words.join(" ");
  const verbs = verbsOf(face);
  const entry = verbs.find((one) => one.path === path);
  const definition = entry ? verbDefinition((await entry.load()).default) : group(path, verbs);
  if (!definition) return null;
  const text =
    path === ""
      ? await renderUsage({ ...definition, meta: { name: face.name, description: PRODUCT } })
      : await renderUsage(definition, { meta: { name: face.name } });
  return tidy(isatty(1) ? text : Bun.stripANSI(text));
}

/** citty knows no `-L NAME`, and leaves blanks at the ends of lines. */
const tidy = (text: string): string =>
  `${text
    .replace(/--([A-Z])=(<\w+>)/g, " -$1 $2")
    .replace(/[ ]+$/gm, "")
    .trimEnd()}\n`;

/** A verb's definition under its whole path, so that the usage line can be copied. */
function verbDefinition(verb: AnyVerb): CommandDef {
  return {
    meta: { name: verb.path.join(" "), description: verb.summary },
    args: Object.fromEntries(Object.entries(verb.args).map(([name, spec]) => argument(name, spec))),
  };
}

function argument(name: string, spec: ArgSpec): [string, ArgDef] {
  const isRequired = "required" in spec && spec.required === true;
  const description = spec.doc;
  if (spec.kind === "word" || spec.kind === "words" || spec.kind === "rest") {
    const label = { word: spec.value, words: `${spec.value}…`, rest: `-- ${spec.value}…` };
    return [label[spec.kind], { type: "positional", description, required: isRequired }];
  }
  const flag = flagOf(name, spec).replace(/^-+/, "");
  const alias = spec.short === undefined ? [] : [spec.short];
  if (spec.kind === "flag") return [flag, { type: "boolean", description, alias }];
  const rest = { description, alias, required: isRequired };
  if (spec.kind === "choice" || spec.kind === "choices") {
    return [flag, { type: "enum", options: [...spec.choices], ...rest }];
  }
  return [flag, { type: "string", valueHint: spec.value, ...rest }];
}

/** The words that can follow `path`: verbs, and groups with what is in them. */
function group(path: string, verbs: readonly VerbEntry[]): CommandDef | null {
  const prefix = path === "" ? "" : `${path} `;
  const inside = verbs.filter((entry) => !entry.isHidden && entry.path.startsWith(prefix));
  if (inside.length === 0) return null;
  const children = new Map<string, VerbEntry[]>();
  for (const entry of inside) {
    const word = entry.path.slice(prefix.length).split(" ")[0] ?? "";
    children.set(word, [...(children.get(word) ?? []), entry]);
  }
  return {
    meta: { name: path, description: `${path} commands` },
    args: path === "" ? globalArguments() : {},
    subCommands: Object.fromEntries(
      [...children].map(([word, entries]) => [
        word,
        { meta: { description: about(prefix + word, entries) } },
      ]),
    ),
  };
}

/** A verb's own line, or the words inside a group. */
function about(path: string, entries: readonly VerbEntry[]): string {
  const own = entries.find((entry) => entry.path === path);
  if (own) return own.summary;
  return entries.map((entry) => entry.path.slice(path.length + 1)).join(", ");
}

const globalArguments = (): ArgsDef =>
  Object.fromEntries(Object.entries(GLOBAL_ARGS).map(([name, spec]) => argument(name, spec)));
