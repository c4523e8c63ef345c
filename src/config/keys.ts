import { comboText, parseCombo, parseModifier } from "../core/keys.ts";
import { quoted } from "../core/inert.ts";
import {
  choice,
  either,
  field,
  fullText,
  integer,
  isTable,
  oneOrMany,
  pathText,
  text,
  textLike,
  warnUnknown,
  wrongValue,
} from "./kinds.ts";
import type { Kind, Path, Report } from "./kinds.ts";

/**
 * Values under `[keys]` (reference/herdr/keys-config.md §3). A binding is kept as `comboText` spells it, so that equal
 * keys are equal texts. `prefix+…` is refused: that chord is tmux's (spec "Config keys and aliases").
 */
export type Binding = string;

/** A key or a list of keys for one action; "" unbinds it. A wrong one is dropped and told, the others stay. */
export const bindings: Kind<readonly Binding[]> = bindingList(
  plainBinding,
  'a key such as "ctrl+n"',
);

/** The same for an action with a number: `ctrl+1..9` is nine bindings. */
export const indexedBindings: Kind<readonly Binding[]> = bindingList(
  indexedBinding,
  'digits such as "ctrl+1..9"',
);

type ReadBinding = (words: string) => { bound: readonly Binding[] } | { wrong: string };

function bindingList(read: ReadBinding, takes: string): Kind<readonly Binding[]> {
  const one = oneOrMany(text);
  return {
    takes,
    json: one.json,
    read(value, path, report) {
      const written = one.read(value, path, report);
      if (written === undefined) return undefined;
      const results = written.map((words) => ({ words, result: readWritten(words, read) }));
      let wrong = 0;
      for (const [index, { words, result }] of results.entries()) {
        if ("bound" in result) continue;
        wrong += 1;
        const where = Array.isArray(value) ? [...path, index] : path;
        report.error(where, `${pathText(path)} = ${quoted(words)} is not bound: ${result.wrong}`);
      }
      if (wrong > 0 && wrong === written.length) return undefined;
      const bound = results.flatMap(({ result }) => ("bound" in result ? result.bound : []));
      return [...new Set(bound)];
    },
  };
}

function readWritten(words: string, read: ReadBinding): ReturnType<ReadBinding> {
  if (words.trim() === "") return { bound: [] };
  if (/^\s*prefix\s*\+/i.test(words)) {
    return { wrong: "the prefix is tmux's, so give the key alone, without prefix+" };
  }
  return read(words);
}

function plainBinding(words: string): ReturnType<ReadBinding> {
  if (words.includes("1..9")) return { wrong: "1..9 is only for actions that take a number" };
  const combo = parseCombo(words);
  return combo === null ? { wrong: "it is no key" } : { bound: [comboText(combo)] };
}

function indexedBinding(words: string): ReturnType<ReadBinding> {
  const [, before = "", digits = ""] = /^(.*?)(1\.\.9|[1-9])\s*$/.exec(words) ?? [];
  const numbers = digits === "1..9" ? [..."123456789"] : [...digits];
  const combos = numbers.map((digit) => parseCombo(`${before}${digit}`));
  if (combos.length === 0 || combos.includes(null)) return { wrong: "it takes 1..9 or one digit" };
  return { bound: combos.flatMap((combo) => (combo === null ? [] : [comboText(combo)])) };
}

/** `ctrl+shift`, or "" for none: the modifiers of `[keys.indexed]`. */
export const modifiers: Kind<string> = modifierWords('modifiers such as "ctrl+shift", or ""', []);

/** `ui.right_click_passthrough_modifier`: modifiers without shift, or a word for none. */
export const passthroughModifiers: Kind<string> = modifierWords(
  'modifiers without shift such as "ctrl+alt", "off" or ""',
  ["shift"],
);

function modifierWords(takes: string, refused: readonly string[]): Kind<string> {
  return {
    takes,
    json: { type: "string" },
    read(value, path, report) {
      if (typeof value !== "string") return report.error(path, wrongValue(path, value, takes));
      if (["", "off", "none", "disabled"].includes(value.trim().toLowerCase())) return "";
      const held = value.split("+").map((word) => parseModifier(word.trim()));
      const isWrong = held.some((modifier) => modifier === null || refused.includes(modifier));
      return isWrong ? report.error(path, wrongValue(path, value, takes)) : held.join("+");
    },
  };
}

const popupSize = either(
  integer(0, 65535),
  textLike('a percentage such as "80%"', /^([1-9]\d?|100)%$/),
);

export interface KeyCommand {
  readonly keys: readonly Binding[];
  readonly command: string;
  readonly type: "shell" | "pane" | "popup" | "plugin_action";
}

const commandType = choice(["shell", "pane", "popup", "plugin_action"]);

/** One `[[keys.command]]` table of herdr's. */
export const keyCommand: Kind<KeyCommand> = {
  takes: "a table with key and command",
  json: {
    type: "object",
    required: ["key", "command"],
    properties: {
      key: bindings.json,
      command: fullText.json,
      type: commandType.json,
      description: text.json,
      width: popupSize.json,
      height: popupSize.json,
    },
  },
  read(value, path, report) {
    if (!isTable(value)) return report.error(path, wrongValue(path, value, keyCommand.takes));
    warnUnknown(value, ["key", "command", "type", "description", "width", "height"], path, report);
    const keys = required(value, "key", bindings, path, report);
    const command = required(value, "command", fullText, path, report);
    const type = field(value, "type", commandType, path, report) ?? "shell";
    field(value, "description", text, path, report);
    for (const name of ["width", "height"]) {
      field(value, name, popupSize, path, report);
      if (name in value && type !== "popup") {
        report.warn(
          [...path, name],
          `${pathText([...path, name])} is for type = "popup" only`,
          "key",
        );
      }
    }
    return keys === undefined || command === undefined ? undefined : { keys, command, type };
  },
};

function required<Value>(
  table: Readonly<Record<string, unknown>>,
  name: string,
  kind: Kind<Value>,
  path: Path,
  report: Report,
): Value | undefined {
  if (Object.hasOwn(table, name)) return field(table, name, kind, path, report);
  return report.error(path, `${pathText(path)} has no ${name}`);
}
