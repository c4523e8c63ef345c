import type { CliRenderer, OptimizedBuffer } from "@opentui/core";
import { Renderable, RGBA } from "@opentui/core";
import { widthOf } from "../text.ts";
import type { Colour, Frame, Line } from "./spans.ts";
import type { Theme } from "./theme.ts";
import { lookOf } from "./theme.ts";

const colours = new Map<string, RGBA>();

function colourOf(colour: Colour): RGBA {
  const key =
    colour.kind === "index" ? String(colour.index) : `${colour.red},${colour.green},${colour.blue}`;
  const known = colours.get(key);
  if (known !== undefined) return known;
  const made =
    colour.kind === "index"
      ? RGBA.fromIndex(colour.index)
      : RGBA.fromInts(colour.red, colour.green, colour.blue);
  colours.set(key, made);
  return made;
}

const foreground = RGBA.defaultForeground();
const background = RGBA.defaultBackground();

/** The one renderable: it draws the spans of a frame, row by row. The renderer writes what differs to the terminal. */
export class Surface extends Renderable {
  #frame: Frame | null = null;
  #theme: Theme = { depth: "mono", palette: "terminal" };

  constructor(renderer: CliRenderer) {
    super(renderer, { id: "cockpit", width: "100%", height: "100%" });
  }

  /** Draws a frame; one that equals the last is not drawn at all, so that a steady screen writes no byte. */
  show(frame: Frame, theme: Theme): void {
    const isSame =
      this.#frame !== null && sameFrame(this.#frame, frame) && sameTheme(this.#theme, theme);
    if (isSame) return;
    this.#frame = frame;
    this.#theme = theme;
    this.requestRender();
  }

  protected override renderSelf(buffer: OptimizedBuffer): void {
    this.#frame?.lines.forEach((line, y) => this.#drawLine(buffer, line, y));
  }

  #drawLine(buffer: OptimizedBuffer, line: Line, y: number): void {
    let x = 0;
    for (const span of line) {
      const look = lookOf(span, this.#theme);
      const fg = look.fg === null ? foreground : colourOf(look.fg);
      const bg = look.bg === null ? background : colourOf(look.bg);
      buffer.drawText(span.text, x, y, fg, bg, look.attributes);
      x += widthOf(span.text);
    }
  }
}

function sameTheme(one: Theme, other: Theme): boolean {
  return one.depth === other.depth && one.palette === other.palette;
}

function sameFrame(one: Frame, other: Frame): boolean {
  const { cursor } = other;
  return (
    one.columns === other.columns &&
    one.lines.length === other.lines.length &&
    one.cursor.x === cursor.x &&
    one.cursor.y === cursor.y &&
    one.cursor.shown === cursor.shown &&
    one.lines.every((line, at) => sameLine(line, other.lines[at]))
  );
}

function sameLine(one: Line, other: Line | undefined): boolean {
  if (one === other) return true;
  if (other === undefined || one.length !== other.length) return false;
  return one.every((span, at) => {
    const twin = other[at];
    return (
      twin !== undefined &&
      span.text === twin.text &&
      span.attributes === twin.attributes &&
      sameInk(span.ink, twin.ink) &&
      sameInk(span.ground, twin.ground)
    );
  });
}

function sameInk(one: Colour | string | null, other: Colour | string | null): boolean {
  if (one === other) return true;
  if (one === null || other === null || typeof one === "string" || typeof other === "string")
    return false;
  if (one.kind === "index") return other.kind === "index" && one.index === other.index;
  return (
    other.kind === "rgb" &&
    one.red === other.red &&
    one.green === other.green &&
    one.blue === other.blue
  );
}
