import { Failure } from "../core/failure.ts";
import type { FailureSubject } from "../core/failure.ts";
import { paneRect } from "../core/layout-records.ts";
import { LEAST_CELLS, secondPart } from "../core/layout.ts";
import type { SplitDirection } from "../core/layout.ts";
import type { Pane, World } from "../core/world.ts";

/** How a pane makes room for another. */

export const SPLIT_ARGS = {
  direction: { kind: "choice", choices: ["right", "down"], doc: "where the new pane is to be" },
  ratio: {
    kind: "number",
    isFraction: true,
    value: "FRACTION",
    doc: "what the old pane keeps, 0.1 to 0.9 (0.5)",
  },
} as const;

interface Room {
  direction: SplitDirection;
  /** What the old pane keeps; null for half. */
  ratio: number | null;
  /** For what there has to be room. */
  subject: FailureSubject;
}

/** The cells of the new pane. Throws `tmux_error` about the subject where there is no room for one. */
export function cellsBeside(world: World, pane: Pane, { direction, ratio, subject }: Room): number {
  const { width, height } = paneRect(world, pane);
  const [cells, extent] = direction === "right" ? [width, "width"] : [height, "height"];
  if (cells >= LEAST_CELLS) return secondPart(cells, ratio ?? 0.5);
  throw new Failure(
    "tmux_error",
    `pane ${pane.id} has no space for another, its ${extent} is ${cells}: make it larger, or choose another`,
    { subject },
  );
}

/** tmux's flag for where the new pane is. */
export const sideFlag = (direction: SplitDirection): string =>
  direction === "right" ? "-h" : "-v";
