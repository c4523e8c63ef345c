import { Failure } from "../core/failure.ts";
import type { PaneId, WorkspaceId } from "../core/ids.ts";
import { countFormat, endsOf, printMetadata } from "../core/metadata.ts";
import type { Metadata } from "../core/metadata.ts";
import { withReport } from "../core/metadata-report.ts";
import type { MetadataReport } from "../core/metadata-report.ts";
import type { World } from "../core/world.ts";
import type { Edges } from "../edges.ts";
import { expireCommands } from "../events/expire.ts";
import type { Command } from "../tmux/client.ts";

/** The flags of every report of metadata. A source may count its reports in nanoseconds, which takes twenty digits. */
export const METADATA_WORDS = {
  source: { kind: "text", required: true, value: "ID", doc: "who reports" },
  tokens: {
    kind: "list",
    flag: "--token",
    value: "NAME=VALUE",
    doc: "a named text to show; blank clears it",
  },
  clearTokens: { kind: "list", flag: "--clear-token", value: "NAME", doc: "take a token off" },
  seq: {
    kind: "number",
    min: 0,
    max: 2 ** 64,
    value: "N",
    doc: "the report's number; an older one of the same source is dropped",
  },
  ttlMs: { kind: "number", value: "MS", doc: "how long it is shown (without it, until changed)" },
} as const;

/** Where the metadata of a kind of thing is kept. */
interface Place<Id extends PaneId | WorkspaceId> {
  option: "@agent_metadata" | "@agent_wizard_metadata";
  /** What the report is about. Throws `not_found`. */
  find: (world: World) => { target: Id; metadata: Metadata | null };
  /** What sets the option, and what is done after that in the same call. */
  set: (target: Id, text: string) => readonly Command[];
}

/** As many reporters may come in between. */
const MOST_TRIES = 20;

/**
 * Adds a report to what stands there: read, then written only while nobody else has written, else read again. The report
 * is read once its subject is found.
 *
 * @throws Failure `not_found`, and as `withReport` does
 */
export async function addReport<Id extends PaneId | WorkspaceId>(
  edges: Edges,
  place: Place<Id>,
  readReport: () => MetadataReport,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const seen = await edges.look();
    const { target, metadata } = place.find(seen);
    const next = withReport(metadata, readReport(), edges.clock.nowMs());
    if (next === null) return;
    const otherwise = new Failure(
      "tmux_error",
      `others report about ${target} all the time: try again`,
    );
    const when = { format: countFormat(place.option, metadata), otherwise };
    const ends = expireCommands(endsOf(next), edges.clock.nowMs());
    const commands = [...place.set(target, printMetadata(next)), ...ends];
    try {
      await edges.change(seen, { target, when, commands });
      return;
    } catch (error) {
      if (error !== otherwise || tries === MOST_TRIES) throw error;
    }
  }
}
