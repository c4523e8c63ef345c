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
  if (geometryOf(model).preview === null) return "";
  return selectedPane(selectedRow(model))?.pane_id ?? "";
}

export const scrollOf = (model: Model, pane: string): number =>
  model.preview.scrolls.get(pane) ?? 0;

/** Rows above the screen itself within the preview's box: title, place and rule, or the titled rule alone. */
export function previewHead(model: Model): number {
  return geometryOf(model).size === "stack" && !model.peeks ? 1 : 3;
}

/** Rows of the pane's screen that the preview shows. */
export function previewHeight(model: Model): number {
  const box = geometryOf(model).preview;
  return box === null ? 0 : Math.max(0, box.height - previewHead(model));
}
