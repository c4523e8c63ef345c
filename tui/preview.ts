import type { FeedPane } from "../remote/feed/protocol.ts";
import { geometryOf } from "./geometry.ts";
import { selectedRow } from "./listing.ts";
import type { Model } from "./model.ts";
import type { Row } from "./rows.ts";
import { paneOf } from "./rows.ts";

export const selectedPane = (row: Row | null): FeedPane | null =>
  row === null ? null : paneOf(row);

/** The pane whose screen the preview is to show; empty where it shows none. */
export function wantedPane(model: Model): string {
  if (geometryOf(model).preview === null || model.machine.isRecalled) return "";
  return selectedPane(selectedRow(model))?.pane_id ?? "";
}

export const scrollOf = (model: Model, pane: string): number =>
  model.preview.scrolls.get(pane) ?? 0;

/** Rows above the screen itself within the preview's box: title, place and rule, or the titled rule alone. */
function previewHead(model: Model): number {
  return geometryOf(model).size === "stack" && !model.peeks ? 1 : 3;
}

/** Rows of the pane's screen that the preview shows. */
export function previewHeight(model: Model): number {
  const box = geometryOf(model).preview;
  return box === null ? 0 : Math.max(0, box.height - previewHead(model));
}

/** A screenful more than what is scrolled to, so that the next key finds its rows there. */
export function historyWanted(model: Model, pane: string): number {
  const back = scrollOf(model, pane);
  return back === 0 ? 0 : back + previewHeight(model) * 2;
}

/** How far back there are rows, once the machine has given all there are. */
export function farthestScroll(model: Model, pane: string): number {
  const { screen, isWhole } = model.preview;
  if (screen?.pane !== pane || !isWhole) return Number.MAX_SAFE_INTEGER;
  return Math.max(0, rowsOf(screen.text) - previewHeight(model));
}

/** Rows up to the last that is not blank, as the preview shows them. */
function rowsOf(text: string): number {
  return text.trimEnd().split("\n").length;
}
