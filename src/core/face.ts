import type { Failure } from "./failure.ts";
import { HERDR_VERSION } from "./version.ts";

/**
 * THE table of what differs between taw's face and herdr's (decision 5; reference/herdr/gaps.md §C). Verbs answer once,
 * with herdr's result tags; a face says how that answer is spelled. No verb asks which face it has.
 */

export type FaceName = "taw" | "herdr";

export interface Face {
  name: FaceName;
  /** The whole of `--version`, from taw's own version. */
  versionLine: (version: string) => string;
  /** What a flag given twice means (cli.md §1, "Repeated option"). */
  repeatedFlag: "refused" | "last";
  /**
   * An option that names the server wherever it stands in front of `--`, among the words of a command too: tools put it
   * last in every call.
   */
  serverFlag: string | null;
  /** What names the server where `$TMUX` names none: first its herdr socket, else its name (cli.md §2). */
  serverVariables: { socket: string; session: string } | null;
  /** Result tags that this face spells otherwise. */
  tags: Readonly<Record<string, string>>;
  /** Keys of answers that this face does not have, by result tag; a dot leads into a record, or into each of a list. */
  omits: Readonly<Record<string, readonly string[]>>;
  /** Keys of records that this face leaves out while they are null (records.md, reading guide). */
  absentWhenNull: ReadonlySet<string>;
  /** Real plugins cut herdr's output as text, so its keys are in alphabetical order (plugins/traps.md 3). */
  sortsKeys: boolean;
  codeOf: (failure: Failure) => string;
  /**
   * What is taken as the ratio of a split; others become the nearer end. herdr stores 0.1 to 0.9 (cli.md §6); on taw's
   * face every layout that tmux can have is exported and applied as it is.
   */
  ratios: { least: number; most: number };
}

export const FACES: Readonly<Record<FaceName, Face>> = {
  taw: {
    name: "taw",
    versionLine: (version) => `taw ${version}`,
    repeatedFlag: "refused",
    serverFlag: null,
    serverVariables: null,
    tags: {
      pane_info: "pane",
      agent_info: "agent",
      agent_started: "agent",
      agent_prompted: "agent",
      agent_manifest_status: "manifest_list",
    },
    omits: {
      worktree_opened: ["workspace"],
      worktree_removed: ["workspace_id", "path", "forced"],
    },
    absentWhenNull: new Set(),
    sortsKeys: false,
    codeOf: (failure) => failure.code,
    ratios: { least: 0, most: 1 },
  },
  herdr: {
    name: "herdr",
    versionLine: () => `herdr ${HERDR_VERSION}`,
    repeatedFlag: "last",
    serverFlag: "--session",
    serverVariables: { socket: "HERDR_SOCKET_PATH", session: "HERDR_SESSION" },
    tags: {},
    omits: {
      worktree_list: ["worktrees.workspace_id"],
      worktree_created: ["worktree.workspace_id"],
      worktree_opened: ["worktree.workspace_id", "session_id"],
      worktree_removed: ["worktree"],
    },
    absentWhenNull: new Set([
      "sandbox",
      "restore_error",
      "last_check_unix",
      "last_result",
      "active_version",
      "remote_update_result",
      "remote_last_checked_unix",
    ]),
    sortsKeys: true,
    codeOf: (failure) => failure.herdrCode,
    ratios: { least: 0.1, most: 0.9 },
  },
};

/** A face by name; null for any other word. */
export const parseFace = (text: string): Face | null =>
  text === "taw" || text === "herdr" ? FACES[text] : null;

/** A verb's answer in a face's spelling: its tag, its absent fields. Key order is kept. */
export function faced(
  face: Face,
  answer: { type: string } & Record<string, unknown>,
): Record<string, unknown> {
  const dressed = dress(face, answer);
  for (const path of face.omits[answer.type] ?? []) omit(dressed, path.split("."));
  return { ...dressed, type: face.tags[answer.type] ?? answer.type };
}

/** `record` is a copy that `dress` made. */
function omit(record: Record<string, unknown>, [key = "", ...rest]: readonly string[]): void {
  if (rest.length === 0) delete record[key];
  const inner = record[key];
  for (const one of Array.isArray(inner) ? inner : [inner]) {
    if (typeof one === "object" && one !== null) omit(one, rest);
  }
}

/** A record without what the face leaves out. */
export function dress(face: Face, record: object): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(record)) {
    if (value === null && face.absentWhenNull.has(key)) continue;
    kept[key] = dressValue(face, value);
  }
  return kept;
}

function dressValue(face: Face, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => dressValue(face, item));
  return typeof value === "object" && value !== null ? dress(face, value) : value;
}

/** One line of JSON; with sorted keys, at every level, where the face sorts (its lists keep their order). */
export function faceJson(face: Face, value: unknown): string {
  return JSON.stringify(face.sortsKeys ? sorted(value) : value);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries: [string, unknown][] = Object.entries(value);
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, sorted(one)]),
  );
}
