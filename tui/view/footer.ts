import type { Action, Place } from "../keymap.ts";
import { bindingOf } from "../keymap.ts";
import { keysOf } from "../keys.ts";
import { geometryOf } from "../geometry.ts";
import { selectedRow } from "../listing.ts";
import type { Model } from "../model.ts";
import { placeOf } from "../model.ts";
import type { Row } from "../rows.ts";
import { cutEnd, inert, widthOf } from "../text.ts";
import { marksFor } from "./icons.ts";
import { positionText } from "./list.ts";
import { turningMark } from "./marks.ts";
import type { Line } from "./spans.ts";
import { blank, BOLD, lineWidth, sides, span } from "./spans.ts";

const SPIN_AFTER_MS = 250;

type Hint = { readonly key: string; readonly words: string };

/** The first key of an action, none where it is unbound. */
function hint(model: Model, action: Action, words = bindingOf(action).hint ?? ""): Hint[] {
  const key = keysOf(model.keymap, action)[0];
  return key === undefined ? [] : [{ key, words }];
}

const fixed = (key: string, words: string): Hint => ({ key, words });

function listHints(model: Model, row: Row | null): Hint[] {
  const { isRecalled } = model.machine;
  const isPane = row?.kind === "agent" || row?.kind === "shell";
  const folds = row?.kind === "space" && row.fold !== "leaf";
  const hasAgents = (model.machine.now?.agents.length ?? 0) > 0;
  return [
    ...(row === null ? [] : hint(model, "go")),
    ...(isPane && !isRecalled ? hint(model, "peek") : []),
    ...(folds
      ? hint(
          model,
          row.fold === "open" ? "fold" : "unfold",
          row.fold === "open" ? "fold" : "unfold",
        )
      : []),
    ...(hasAgents ? hint(model, "next_up") : []),
    ...hint(model, "filter"),
    ...(row?.kind === "agent" ? hint(model, "explain") : []),
    ...(model.only === null ? [] : [fixed("Esc", "all again")]),
    ...hint(model, "help"),
    ...hint(model, "quit"),
  ];
}

const noServerHints = (model: Model): Hint[] => [
  ...hint(model, "new_session"),
  ...hint(model, "retry", "look again"),
  ...hint(model, "help"),
  ...hint(model, "quit"),
];

/** The keys that work now on the selected thing, by who has the keyboard, most useful first (cockpit.md §2.4). */
const HINTS_AT: Readonly<Record<Place, (model: Model) => Hint[]>> = {
  help: () => [fixed("Enter", "do it"), fixed("Esc", "close")],
  picker: (model) => [
    ...hint(model, "go", "open"),
    fixed("C-l", "complete"),
    fixed("Esc", model.home.newSession ? "leave" : "back"),
    fixed("↑↓", "move"),
  ],
  box: () => [fixed("Esc", "close")],
  peek: (model) => [
    ...hint(model, "go"),
    ...hint(model, "peek", "back"),
    ...hint(model, "next_up"),
    fixed("↑↓", "scroll"),
    ...hint(model, "help"),
  ],
  filter: (model) => [
    ...hint(model, "go"),
    fixed("↑↓", "move"),
    fixed("C-u", "clear"),
    fixed("Esc", "back"),
  ],
  query: (model) => [
    ...hint(model, "go"),
    ...hint(model, "peek"),
    ...hint(model, "next_up"),
    fixed("C-u", "clear"),
    ...hint(model, "help"),
    ...hint(model, "quit"),
  ],
  list: (model) =>
    model.machine.hello?.server === ""
      ? noServerHints(model)
      : listHints(model, selectedRow(model)),
};

/** What stands at the right: a verb that takes its time, else the position. */
function rightText(model: Model): string {
  const { running } = model;
  if (running !== null && model.now - running.since >= SPIN_AFTER_MS) {
    return `${turningMark(running.step, marksFor(model.settings.icons))} ${inert(running.words)}`;
  }
  const place = placeOf(model);
  return place === "list" || place === "peek" || place === "query" ? positionText(model) : "";
}

function hintSpans(hints: readonly Hint[], cells: number, gap: number): Line {
  let line: Line = [];
  for (const { key, words } of hints) {
    const more: Line = [span(key, "text", BOLD), span(` ${words}`, "dim")];
    const next = line.length === 0 ? more : [...line, blank(gap), ...more];
    if (lineWidth(next) > cells) break;
    line = next;
  }
  return line;
}

/** The last row: a note while there is one, else the keys that work now; the position at the right. */
export function footerLine(model: Model): Line {
  const width = model.size.columns;
  const text = cutEnd(rightText(model), Math.floor(width / 2));
  const right = [span(` ${text} `, "dim")];
  const room = width - widthOf(text) - 3;
  if (model.note !== null) {
    const note = span(cutEnd(inert(model.note.text), room), model.note.role);
    return sides([blank(1), note], right, width);
  }
  if (model.sawPrefix)
    return sides([blank(1), span("prefix: the popup's key closes it", "dim")], right, width);
  const gap = geometryOf(model).size === "list" ? 2 : 3;
  return sides([blank(1), ...hintSpans(HINTS_AT[placeOf(model)](model), room, gap)], right, width);
}
