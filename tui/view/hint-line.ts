import { geometryOf } from "../geometry.ts";
import { HINTS } from "../hints.ts";
import { keysOf } from "../keys.ts";
import type { Model } from "../model.ts";
import { cutEnd } from "../text.ts";
import type { Line } from "./spans.ts";
import { blank, span } from "./spans.ts";

/** `Tab goes to who needs you, Enter goes there, ? shows every key`, of the keys that are bound. */
export function hintLine(model: Model): Line {
  const isNarrow = geometryOf(model).size === "list";
  const parts = HINTS.flatMap(({ action, words, short }) => {
    const key = keysOf(model.keymap, action)[0];
    return key === undefined ? [] : [`${key} ${isNarrow ? short : words}`];
  });
  return [blank(1), span(cutEnd(parts.join(", "), model.size.columns - 2), "faint")];
}
