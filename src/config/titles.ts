import { quoted } from "../core/inert.ts";
import {
  choice,
  field,
  fullText,
  integer,
  isTable,
  pathText,
  text,
  warnUnknown,
  wrongValue,
} from "./kinds.ts";
import type { Kind } from "./kinds.ts";

/** `ui.window_title` and `ui.tab_bar_right` (reference/herdr/keys-config.md §5). */
const TITLE_TOKENS = ["hostname", "workspace", "tab", "pane", "terminal_title"];

export const windowTitle: Kind<string> = {
  takes: `a text with {${TITLE_TOKENS.join("}, {")}}`,
  json: text.json,
  read(value, path, report) {
    if (typeof value !== "string")
      return report.error(path, wrongValue(path, value, windowTitle.takes));
    const wrong = titleProblem(value);
    return wrong === null ? value : report.error(path, `${pathText(path)} ${wrong}`);
  },
};

function titleProblem(title: string): string | null {
  const rest = title.replaceAll("{{", "").replaceAll("}}", "");
  for (const [, name = ""] of rest.matchAll(/\{([^{}]*)\}/g)) {
    if (!TITLE_TOKENS.includes(name)) {
      return `has the unknown token {${quoted(name).slice(1, -1)}}; it takes {${TITLE_TOKENS.join("}, {")}}`;
    }
  }
  const isOpen = /[{}]/.test(rest.replaceAll(/\{[^{}]*\}/g, ""));
  return isOpen ? "has a brace without its other half; {{ and }} stand for braces" : null;
}

const entryType = choice(["zoom", "hostname", "datetime", "text", "command"]);

const ENTRY_KEYS = {
  zoom: [],
  hostname: [],
  datetime: ["format"],
  text: ["text"],
  command: ["command", "interval_seconds", "timeout_seconds"],
} as const;

/** One entry of `ui.tab_bar_right`. Only its form is checked: tmux draws its own status line. */
export const tabBarEntry: Kind<string> = {
  takes: `a table with type ${entryType.takes}`,
  json: {
    type: "object",
    required: ["type"],
    properties: {
      type: entryType.json,
      format: text.json,
      text: text.json,
      command: fullText.json,
      interval_seconds: integer(1, 31536000).json,
      timeout_seconds: integer(1, 3600).json,
    },
  },
  read(value, path, report) {
    if (!isTable(value)) return report.error(path, wrongValue(path, value, tabBarEntry.takes));
    if (!Object.hasOwn(value, "type")) return report.error(path, `${pathText(path)} has no type`);
    const type = field(value, "type", entryType, path, report);
    if (type === undefined) return undefined;
    warnUnknown(value, ["type", ...ENTRY_KEYS[type]], path, report);
    field(value, "format", text, path, report);
    field(value, "text", text, path, report);
    field(value, "command", fullText, path, report);
    field(value, "interval_seconds", integer(1, 31536000), path, report);
    field(value, "timeout_seconds", integer(1, 3600), path, report);
    return type;
  },
};
