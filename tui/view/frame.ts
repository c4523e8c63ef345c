import type { Box } from "../geometry.ts";
import { geometryOf } from "../geometry.ts";
import { showsHints } from "../hints.ts";
import { keysOf } from "../keys.ts";
import { listOf, selectedRow } from "../listing.ts";
import type { Model } from "../model.ts";
import { cutEnd, cutMiddle, fill, inert, widthOf } from "../text.ts";
import { agentText, shellText } from "../world.ts";
import { explainBox, withBox, wrap } from "./boxes.ts";
import { footerLine } from "./footer.ts";
import { helpBox } from "./help-box.ts";
import { headerLine, tinyLine } from "./header.ts";
import { hintLine } from "./hint-line.ts";
import { marksFor } from "./icons.ts";
import { listCursor, listLines } from "./list.ts";
import { noAgentsShort, previewLines } from "./preview.ts";
import { plainSigns } from "./marks.ts";
import { openingWords, pickerBox } from "./picker-box.ts";
import type { Frame, Line, Span } from "./spans.ts";
import { blank, BOLD, crop, faded, span } from "./spans.ts";

/** What the narrowest class says of the selected row, in full. */
function detailLine(model: Model): Line {
  const row = selectedRow(model);
  if (row?.kind === "agent")
    return [blank(1), span(cutEnd(agentText(row.agent), model.size.columns - 2), "dim")];
  if (row?.kind === "shell")
    return [blank(1), span(cutEnd(shellText(row.pane), model.size.columns - 2), "dim")];
  if (row?.kind === "folder") {
    const { text, role } = openingWords(row.folder);
    return [blank(1), span(cutEnd(text, model.size.columns - 2), role)];
  }
  return [];
}

/** No tmux server: which one was looked for, and that nothing has to be done here when it comes. */
function noServerLines(model: Model): Line[] {
  const width = model.size.columns;
  const left = Math.max(1, Math.min(15, Math.floor((width - 50) / 2)));
  const socket = inert(model.machine.hello?.tmux.socket ?? "");
  const texts: Line[] = [
    [span("No tmux server is running", "text", BOLD)],
    [],
    [span("socket   ", "faint"), span(cutMiddle(socket || "the default one", width - left - 11))],
    [],
    ...keyLines(model),
    [],
    [span(cutEnd("This screen fills by itself when a server starts.", width - left - 1), "dim")],
  ];
  const height = Math.max(0, model.size.rows - 2);
  const top = Math.max(0, Math.floor((height - texts.length) / 2) - 1);
  return [
    ...Array.from({ length: top }, () => []),
    ...texts.map((line) => [blank(left)].concat(line)),
  ];
}

/** The keys that lead on without a server, as they are bound. */
function keyLines({ keymap }: Model): Line[] {
  const lines = [
    { key: keysOf(keymap, "new_session")[0], words: "a workspace for a folder, which starts one" },
    { key: keysOf(keymap, "quit")[0], words: "leave" },
  ];
  const cells = Math.max(...lines.map(({ key = "" }) => widthOf(key)));
  return lines.flatMap(({ key, words }) =>
    key === undefined ? [] : [[span(fill(key, cells), "text", BOLD), span(`  ${words}`, "dim")]],
  );
}

/** The feed does not even start: its own words, and the keys there are. */
function noFeedLines(model: Model): Line[] {
  const width = model.size.columns - 4;
  const words = wrap(inert(model.machine.problem), Math.max(10, width));
  const [retry] = keysOf(model.keymap, "retry");
  const now =
    retry === undefined ? [] : [span("; ", "dim"), span(retry, "text", BOLD), span(" now", "dim")];
  const texts: Line[] = [
    [span("No word from this machine", "text", BOLD)],
    [],
    ...words.map((line): Line => [span(line, "error")]),
    [],
    [span("It is tried again by itself", "dim"), ...now],
  ];
  const top = Math.max(0, Math.floor((model.size.rows - 2 - texts.length) / 2) - 1);
  return [
    ...Array.from({ length: top }, () => []),
    ...texts.map((line) => [blank(2)].concat(line)),
  ];
}

const isEmptyWorld = (model: Model): boolean => model.machine.now?.agents.length === 0;

/** What an earlier cockpit heard is as dim here as its row. */
function previewOf(model: Model, box: Box): Line[] {
  const lines = previewLines(model, box);
  return model.machine.isRecalled ? lines.map(faded) : lines;
}

function sideBySide(model: Model): Line[] {
  const { body, list, preview, divider } = geometryOf(model);
  const left = list.width === 0 ? [] : listLines(model, list);
  const right = preview === null ? [] : previewOf(model, preview);
  const rule = divider === null ? [] : [span(marksFor(model.settings.icons).divider, "rule")];
  return Array.from({ length: body.height }, (_, at) => [
    ...(left[at] ?? []),
    ...rule,
    ...(right[at] ?? []),
  ]);
}

function stacked(model: Model): Line[] {
  const { list, preview } = geometryOf(model);
  return [...listLines(model, list), ...(preview === null ? [] : previewOf(model, preview))];
}

function narrow(model: Model): Line[] {
  const { list, preview } = geometryOf(model);
  if (preview !== null) return previewOf(model, preview);
  const lines = listLines(model, list);
  if (isEmptyWorld(model)) {
    const from = Math.min(lines.length - 2, listOf(model).rows.body.length + 2);
    noAgentsShort().forEach((line, at) => {
      lines[from + at] = line;
    });
  }
  return [...lines, detailLine(model)];
}

function bodyLines(model: Model): Line[] {
  if (model.machine.hello?.server === "") return noServerLines(model);
  if (model.machine.now === null && model.machine.link === "down") return noFeedLines(model);
  const { size } = geometryOf(model);
  if (size === "side") return sideBySide(model);
  return size === "stack" ? stacked(model) : narrow(model);
}

function exact(lines: readonly Line[], columns: number, rows: number): Line[] {
  return Array.from({ length: rows }, (_, at) => crop(lines[at] ?? [], columns));
}

/** The whole screen of a model, every row exactly `columns` cells. Pure: no clock, no renderer. */
export function frameOf(model: Model): Frame {
  const frame = drawnFrame(model);
  if (model.settings.icons !== "ascii") return frame;
  return { ...frame, lines: frame.lines.map((line) => line.map(plainSpan)) };
}

/** A pane's own text stays as it is. */
function plainSpan(part: Span): Span {
  return typeof part.ink === "string" ? { ...part, text: plainSigns(part.text) } : part;
}

function drawnFrame(model: Model): Frame {
  const { columns, rows } = model.size;
  const geometry = geometryOf(model);
  if (geometry.size === "line")
    return {
      lines: exact([tinyLine(model)], columns, rows),
      columns,
      cursor: { x: 0, y: 0, shown: false },
    };
  const body = exact(bodyLines(model), columns, geometry.body.height);
  const hints = showsHints(model) ? exact([hintLine(model)], columns, 1) : [];
  const screen = [headerLine(model), ...body, ...hints, footerLine(model)];
  const drawn = helpBox(model) ?? pickerBox(model) ?? explainBox(model);
  return {
    lines: drawn === null ? screen : withBox(screen, drawn),
    columns,
    cursor: drawn?.cursor ?? listCursor(model, geometry.list),
  };
}
