import { describe, expect, test } from "bun:test";
import type { Capture } from "../../accuracy/captures.ts";
import { activeManifest, DETECTED_KINDS } from "../../../src/detect/catalogue.ts";
import { evaluate } from "../../../src/detect/engine.ts";
import type { Manifest } from "../../../src/detect/manifest.ts";
import { CAPTURES, cutOff, dialogRows, narrowed, quotedIn, typedIn } from "./screens.ts";

const isBlocked = ({ accept }: Capture): boolean => accept[0] === "blocked" && accept.length === 1;
const neverBlocked = ({ accept }: Capture): boolean =>
  !accept.includes("blocked") && !accept.includes("none");

async function manifestOf(kind: string): Promise<Manifest> {
  const active = await activeManifest(kind);
  if (active === null) throw new Error(`${kind} has no rules`);
  return active.manifest;
}

/** The screens that read blocked, with and without the title, by the capture's id and the rule that said so. */
function readBlocked(manifest: Manifest, capture: Capture, screens: readonly string[]): string[] {
  return screens.flatMap((screen) =>
    [capture.evidence.title, ""].flatMap((title) => {
      const { state, rule } = evaluate(manifest, { screen, title, progress: "" });
      return state === "blocked" ? [`${capture.id} by ${rule?.id}`] : [];
    }),
  );
}

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];

/**
 * An approval of Mastra Code is drawn over a running turn and shares all its rows with it, so the very rows of one,
 * quoted while a turn runs, cannot be told from it. Its idle screens are held to the sentence like all others.
 */
const DRAWN_OVER_WORK: ReadonlySet<string> = new Set(["mastracode"]);

const kinds = DETECTED_KINDS.filter((kind) =>
  CAPTURES.some((capture) => capture.kind === kind && isBlocked(capture)),
);

describe.each(kinds)("%s", (kind) => {
  const own = CAPTURES.filter((capture) => capture.kind === kind);
  const free = own.filter(neverBlocked);
  const quotable = DRAWN_OVER_WORK.has(kind) ? free.filter(({ state }) => state === "idle") : free;
  const typable = quotable.filter(({ shows }) => shows !== "transcript");
  const dialogs = own
    .filter(isBlocked)
    .flatMap((capture) => [6, 14].map((count) => dialogRows(capture, count)));

  test("a dialog's text quoted in the conversation never turns blocked", async () => {
    const manifest = await manifestOf(kind);
    const found = quotable.flatMap((capture) =>
      dialogs.flatMap((rows) => readBlocked(manifest, capture, quotedIn(capture, rows))),
    );
    expect(unique(found)).toEqual([]);
  });

  test("a dialog's text typed as a draft never turns blocked", async () => {
    const manifest = await manifestOf(kind);
    const found = typable.flatMap((capture) =>
      dialogs.flatMap((rows) => readBlocked(manifest, capture, [typedIn(capture, rows)])),
    );
    expect(unique(found)).toEqual([]);
  });

  test("a screen broken 40 columns narrower never turns blocked", async () => {
    const manifest = await manifestOf(kind);
    const found = free.flatMap((capture) => readBlocked(manifest, capture, [narrowed(capture)]));
    expect(unique(found)).toEqual([]);
  });

  test("a screen with its last row cut off never turns blocked", async () => {
    const manifest = await manifestOf(kind);
    const found = free.flatMap((capture) => readBlocked(manifest, capture, [cutOff(capture)]));
    expect(unique(found)).toEqual([]);
  });

  test("there are screens that are blocked and screens that are not to hold it to", () => {
    expect(dialogs.length).toBeGreaterThan(1);
    expect(free.length).toBeGreaterThan(9);
  });
});
