import type { AgentStatus } from "../../src/core/status.ts";
import { sizeClass } from "../geometry.ts";
import type { Model } from "../model.ts";
import { inert } from "../text.ts";
import { marksFor } from "./icons.ts";
import type { Counts } from "./marks.ts";
import { countStatuses, markOf, STATE_WORDS } from "./marks.ts";
import type { Line, Span } from "./spans.ts";
import { BOLD, faded, lineWidth, sides, span, UNDERLINE } from "./spans.ts";

/** The states counted, in the order they always stand in. */
const COUNTED: readonly AgentStatus[] = ["blocked", "done", "working", "idle"];

export function countsOf(model: Model): Counts {
  return countStatuses(model.machine.now?.agents.map(({ agent_status }) => agent_status) ?? []);
}

type Part = { readonly status: AgentStatus | null; readonly spans: Line };

function countPart(model: Model, status: AgentStatus, count: number, isShort: boolean): Part {
  const marks = marksFor(model.settings.icons);
  const words = status === "blocked" ? "need you" : STATE_WORDS[status];
  const text = isShort ? ` ${count}` : ` ${count} ${words}`;
  const attributes = model.only === status ? UNDERLINE : 0;
  const mark = markOf(status, marks);
  return {
    status,
    spans:
      count === 0
        ? [span(mark.text + text, "faint", attributes)]
        : [mark, span(text, "text", attributes)],
  };
}

const words = (text: string): Part => ({ status: null, spans: [span(text)] });
const TITLE: Part = { status: null, spans: [span("taw", "text", BOLD)] };

function parts(model: Model): Part[] {
  const isShort = sizeClass(model.size) === "list";
  const { hello, now } = model.machine;
  const start = isShort && now !== null && now.agents.length > 0 ? [] : [TITLE, words("  ")];
  if (hello !== null && hello.server === "")
    return [...start, { status: null, spans: [span("no tmux server", "dim")] }];
  if (now === null) return [...start, { status: null, spans: [span("…", "dim")] }];
  if (now.agents.length === 0)
    return [...start, { status: null, spans: [span("no agents", "dim")] }];
  const counts = countsOf(model);
  const shown = COUNTED.map((status) => countPart(model, status, counts[status], isShort));
  const gap = words(isShort ? "  " : "   ");
  return [...start, ...shown.flatMap((part, at) => (at === 0 ? [part] : [gap, part]))];
}

/** What is wrong with the machine, at the right; this machine alone is not named. */
function right(model: Model): Line {
  const marks = marksFor(model.settings.icons);
  const { link, isRecalled } = model.machine;
  if (link === "down") return [span(`${marks.error} no feed `, "error")];
  return isRecalled ? [span("… as last heard ", "dim")] : [];
}

/** One row: counts in fixed order so that nothing shifts, the machine at the right (cockpit.md §2.4). */
export function headerLine(model: Model): Line {
  const counts = parts(model).flatMap(({ spans }) => spans);
  const left: Span[] = [span(" "), ...(model.machine.isRecalled ? faded(counts) : counts)];
  return sides(left, right(model), model.size.columns);
}

/** The state whose count stands at that column, null beside them. */
export function countAt(model: Model, x: number): AgentStatus | null {
  let from = 1;
  for (const { status, spans } of parts(model)) {
    const to = from + lineWidth(spans);
    if (x >= from && x < to) return status;
    from = to;
  }
  return null;
}

/** The screen below 40×12: one plain line (cockpit.md §2.1). */
export function tinyLine(model: Model): Line {
  const marks = marksFor(model.settings.icons);
  const counts = countsOf(model);
  const { columns, rows } = model.size;
  const shown = COUNTED.map((status) => `${marks[status]}${counts[status]}`).join(" ");
  return [span(inert(`taw ${shown}  needs 40×12, is ${columns}×${rows}`))];
}
