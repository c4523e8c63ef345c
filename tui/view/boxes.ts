import type { Box } from "../geometry.ts";
import { selectedRow } from "../listing.ts";
import type { Model } from "../model.ts";
import { ageMs } from "../model.ts";
import { ageWords, cutEnd, fill, graphemesOf, headOf, inert, widthOf } from "../text.ts";
import { agentKind, agentName, agentText } from "../world.ts";
import { marksFor } from "./icons.ts";
import type { Marks } from "./marks.ts";
import { STATE_WORDS } from "./marks.ts";
import type { Line } from "./spans.ts";
import { blank, crop, lineWidth, overlay, span } from "./spans.ts";

/** A box that asks or tells, the only thing with a frame (cockpit.md §2.7). `cursor` is relative to the screen. */
export type Drawn = {
  readonly box: Box;
  readonly lines: readonly Line[];
  readonly cursor: { readonly x: number; readonly y: number; readonly shown: boolean };
};

/** What a box's frame says, and how wide it is with it. */
type Framing = {
  readonly width: number;
  readonly title: string;
  /** Words at the right of the upper edge, left out where they do not fit. */
  readonly right: string;
  readonly marks: Marks;
};

function edge([left, end]: readonly [string, string], framing: Framing): Line {
  const { width, title, right, marks } = framing;
  const room = width - 2;
  const head = title === "" ? "" : `${marks.rule} ${title} `;
  const tail = right === "" ? "" : ` ${right} ${marks.rule}${marks.rule}`;
  const isBoth = widthOf(head) + widthOf(tail) <= room;
  const shown = isBoth ? tail : "";
  const dashes = Math.max(0, room - widthOf(head) - widthOf(shown));
  return [
    span(left, "accent"),
    span(cutEnd(head, room), "accent"),
    span(marks.rule.repeat(dashes), "accent"),
    span(shown, "accent"),
    span(end, "accent"),
  ];
}

/** A box's lines: its edges with the title, and the body between its sides. */
export function framed(body: readonly Line[], framing: Framing): Line[] {
  const { width, marks } = framing;
  const side = span(marks.divider, "accent");
  return [
    edge([marks.topLeft, marks.topRight], framing),
    ...body.map((line): Line => [side, ...crop(line, width - 2), side]),
    edge([marks.bottomLeft, marks.bottomRight], { ...framing, title: "", right: "" }),
  ];
}

/** Words wrapped at blanks to lines of at most `cells`; a word too long is cut into pieces. */
export function wrap(text: string, cells: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    let rest = word;
    if (line !== "" && widthOf(line) + 1 + widthOf(rest) <= cells) {
      line += ` ${rest}`;
      continue;
    }
    if (line !== "") lines.push(line);
    while (widthOf(rest) > cells) {
      const head = headOf(rest, cells) || (graphemesOf(rest)[0] ?? "");
      lines.push(head);
      rest = rest.slice(head.length);
    }
    line = rest;
  }
  if (line !== "") lines.push(line);
  return lines;
}

/** Why an agent has its state: rule, what it rests on, since when (`e`). */
export function explainBox(model: Model): Drawn | null {
  const row = selectedRow(model);
  if (!model.explains || row?.kind !== "agent") return null;
  const marks = marksFor(model.settings.icons);
  const { columns, rows } = model.size;
  const width = Math.min(columns - 2, 76);
  const { agent } = row;
  const age = ageMs(model, agent.since_unix_ms);
  const facts: readonly (readonly [string, string])[] = [
    ["agent", `${agentKind(agent)} ${agentName(agent, row.pane)}`.trim()],
    ["state", agent.watched ? STATE_WORDS[agent.agent_status] : agentText(agent)],
    ["since", age === null ? "not known" : ageWords(age)],
    ["rule", inert(agent.rule) || "no rule matched: the state before it stays"],
    ["seen", inert(agent.evidence) || "nothing that names a state"],
    ["more", `taw agent explain ${row.pane.pane_id}`],
  ];
  const body = facts.flatMap(([name, text]) =>
    wrap(text, width - 12).map((part, at): Line => [
      blank(1),
      span(fill(at === 0 ? name : "", 8), "faint"),
      span(part, name === "state" ? agent.agent_status : "text"),
    ]),
  );
  const framing = { width, title: "why this state", right: "Esc closes", marks };
  const drawn = framed(body.slice(0, rows - 4), framing);
  const x = Math.floor((columns - width) / 2);
  const y = Math.max(0, Math.floor((rows - drawn.length) / 2));
  return {
    box: { x, y, width, height: drawn.length },
    lines: drawn,
    cursor: { x: x + 2, y: y + 1, shown: false },
  };
}

/** The box laid over the screen; it clears its cells and casts no shadow. */
export function withBox(screen: readonly Line[], drawn: Drawn): Line[] {
  return screen.map((line, y) => {
    const over = drawn.lines[y - drawn.box.y];
    return over === undefined
      ? line
      : overlay(line, drawn.box.x, crop(over, Math.min(drawn.box.width, lineWidth(line))));
  });
}
