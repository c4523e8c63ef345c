import { Failure } from "./failure.ts";
import { hasControl, inertText, latin1Bytes, quoted, strictUtf8Text } from "./inert.ts";

/**
 * One report of the Program Status Protocol, OSC 7501 (revision 0.2; reference/agents/program-status.md). The reader
 * and the builder share every rule and every limit here; what several reports add up to is `status-records.ts`.
 */
export const PROGRAM_STATES = ["idle", "working", "blocked", "done", "error"] as const;
export const ASK_KINDS = ["permission", "question", "auth"] as const;

export type ProgramState = (typeof PROGRAM_STATES)[number];
export type AskKind = (typeof ASK_KINDS)[number];

/** One record as reported. `id` is "" for the root; what was not said, or does not apply to the state, is null. */
export type StatusReport = {
  readonly id: string;
  readonly state: ProgramState;
  readonly kind: AskKind | null;
  readonly progress: number | null;
  readonly app: string | null;
  readonly title: string | null;
  readonly msg: string | null;
};

/** What one OSC 7501 body says. `clear` names the record that goes with its descendants, "" all of them. */
export type StatusBody =
  | { readonly type: "report"; readonly report: StatusReport }
  | { readonly type: "clear"; readonly id: string }
  | { readonly type: "query" }
  | { readonly type: "rejected"; readonly reason: string };

/** What the terminal answers to a program that asks whether it reads reports: the question's own bytes. */
const STATUS_QUERY_BODY = "?";

const PREFIX = "\x1b]7501;";
const SEQUENCE_BYTES = 4096;
const KEY_BYTES = 16;
const APP_BYTES = 32;
const ID_BYTES = 128;
const ID_LEVELS = 8;
const TITLE = { encoded: 256, decoded: 192 };
const MSG = { encoded: 2732, decoded: 2048 };

const KEY = /^[a-z]+$/;
const VALUE = /^[A-Za-z0-9_.,+/=-]*$/;
const NAME = /^[A-Za-z0-9_.+-]{1,32}$/;
const PROGRESS = /^\d{1,3}$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

class Rejected extends Error {}

/**
 * Reads one body: what stands between `ESC ] 7501 ;` and the terminator, one character per byte. A malformed pair is
 * skipped, an unknown key ignored, the last duplicate wins; bad base64, a control character in a text or a broken
 * limit rejects the whole report. Invisible and direction characters are dropped from texts.
 */
export function parseStatusBody(body: string): StatusBody {
  if (body === STATUS_QUERY_BODY) return { type: "query" };
  try {
    if (PREFIX.length + body.length + 1 > SEQUENCE_BYTES) throw new Rejected("over 4096 bytes");
    return readPairs(pairsOf(body));
  } catch (error) {
    if (error instanceof Rejected) return { type: "rejected", reason: error.message };
    throw error;
  }
}

function pairsOf(body: string): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const pair of body.split(":")) {
    const equals = pair.indexOf("=");
    const key = pair.slice(0, Math.max(0, equals));
    const value = pair.slice(equals + 1);
    if (!KEY.test(key) || !VALUE.test(value)) continue;
    if (key.length > KEY_BYTES) throw new Rejected("a key is over 16 bytes");
    pairs.set(key, value);
  }
  return pairs;
}

function readPairs(pairs: ReadonlyMap<string, string>): StatusBody {
  const word = pairs.get("state");
  const id = readId(pairs.get("id"));
  if (word === "clear") return { type: "clear", id };
  const state = PROGRAM_STATES.find((known) => known === word);
  if (state === undefined) throw new Rejected("state is missing or unknown");
  const active = state === "working" || state === "blocked";
  const report: StatusReport = {
    id,
    state,
    kind: state === "blocked" ? readKind(pairs.get("kind")) : null,
    progress: active ? readProgress(pairs.get("progress")) : null,
    app: readApp(pairs.get("app")),
    title: readText(pairs.get("title"), "title", TITLE),
    msg: readText(pairs.get("msg"), "msg", MSG),
  };
  return { type: "report", report };
}

function readId(value: string | undefined): string {
  if (value === undefined) return "";
  if (value.length > ID_BYTES) throw new Rejected("id is over 128 bytes");
  const segments = value.split("/");
  if (segments.length > ID_LEVELS) throw new Rejected("id has over 8 levels");
  if (!segments.every((segment) => NAME.test(segment))) throw new Rejected("id is malformed");
  return value;
}

function readApp(value: string | undefined): string | null {
  if (value === undefined) return null;
  if (value.length > APP_BYTES) throw new Rejected("app is over 32 bytes");
  return NAME.test(value) ? value : null;
}

function readKind(value: string | undefined): AskKind | null {
  return ASK_KINDS.find((known) => known === value) ?? null;
}

function readProgress(value: string | undefined): number | null {
  if (value === undefined || !PROGRESS.test(value)) return null;
  const percent = Number(value);
  return percent <= 100 ? percent : null;
}

function readText(
  value: string | undefined,
  key: string,
  limit: { encoded: number; decoded: number },
): string | null {
  if (value === undefined || value === "") return null;
  if (value.length > limit.encoded) throw new Rejected(`${key} is over ${limit.encoded} bytes`);
  if (!BASE64.test(value)) throw new Rejected(`${key} is no base64`);
  const bytes = atob(value);
  if (bytes.length > limit.decoded) throw new Rejected(`${key} is over ${limit.decoded} bytes`);
  const text = strictUtf8Text(bytes);
  if (text === null) throw new Rejected(`${key} is no UTF-8`);
  if (hasControl(text)) throw new Rejected(`${key} holds a control character`);
  return inertText(text, limit.decoded) || null;
}

/** UTF-8 text as base64, the way titles and messages travel. */
export function encodeStatusText(text: string): string {
  return btoa(latin1Bytes(text));
}

/** What a script may say in one report; everything as typed. */
export type StatusWords = {
  readonly state: string;
  readonly id?: string | undefined;
  readonly kind?: string | undefined;
  readonly progress?: string | undefined;
  readonly app?: string | undefined;
  readonly title?: string | undefined;
  readonly msg?: string | undefined;
};

/**
 * The bytes of one report, ended by `ESC \`.
 * @throws Failure `invalid_argument` where a reader would refuse the report or leave out a word of it.
 */
export function buildStatusReport(words: StatusWords): string {
  const pairs = [`state=${words.state}`];
  for (const key of ["id", "kind", "progress", "app"] as const)
    if (words[key] !== undefined) pairs.push(`${key}=${words[key]}`);
  for (const key of ["title", "msg"] as const)
    if (words[key] !== undefined) pairs.push(`${key}=${encodeStatusText(words[key])}`);
  const body = pairs.join(":");
  refuseUnread(words, parseStatusBody(body));
  return `${PREFIX}${body}\x1b\\`;
}

function refuseUnread(words: StatusWords, read: StatusBody): void {
  if (read.type === "rejected") throw unusable(`the report cannot be sent: ${read.reason}`);
  if (read.type === "query") throw unusable("the report cannot be sent: it has no state");
  const taken: Readonly<Record<string, string | number | null>> =
    read.type === "report" ? read.report : { state: "clear", id: read.id };
  for (const key of ["state", "id", "kind", "progress", "app"] as const) {
    const word = words[key];
    if (word === undefined || String(taken[key] ?? "") === word) continue;
    const what = key === "state" ? "state" : `--${key}`;
    throw unusable(`${what} ${quoted(word)} cannot be sent: ${ALLOWED[key]}`);
  }
}

const ALLOWED = {
  state: "idle, working, blocked, done, error or clear",
  id: "names of letters, digits and _.+-, joined by /",
  kind: "permission, question or auth, with blocked only",
  progress: "0 to 100, with working or blocked only",
  app: "a name of letters, digits and _.+-, not with clear",
} as const;

function unusable(message: string): Failure {
  return new Failure("invalid_argument", message);
}
