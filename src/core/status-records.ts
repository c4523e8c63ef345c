import {
  ASK_KINDS,
  PROGRAM_STATES,
  encodeStatusText,
  parseStatusBody,
  type AskKind,
  type StatusBody,
  type StatusReport,
} from "./program-status.ts";

/** What a program says of itself, folded from all its records (decision 20). */
export type ProgramStatus = {
  readonly state: "working" | "blocked" | "done" | "idle";
  /** The record that decided: "" is the main turn, anything else a child. */
  readonly id: string;
  readonly app: string | null;
  readonly title: string | null;
  readonly msg: string | null;
  readonly progress: number | null;
  /** What kind of answer is asked for; null unless blocked, and where the program did not say. */
  readonly kind: AskKind | null;
  /** The main turn ended in an error. It is shown as done (decision 9). */
  readonly failed: boolean;
};

const MOST_RECORDS = 256;
const SAVED_LENGTH = 4000;
const SAVED_MSG_BYTES = 600;

type Records = ReadonlyMap<string, StatusReport>;

/**
 * The records of one program, at most 256, the least recently reported first. A value: every change gives a new one,
 * and a body that changes nothing gives the same one back, so `===` tells whether there is news.
 */
export class StatusRecords {
  static readonly none = new StatusRecords(new Map());
  readonly #records: Records;

  private constructor(records: Records) {
    this.#records = records;
  }

  get size(): number {
    return this.#records.size;
  }

  /** A report replaces its record whole; `clear` removes a record and its descendants, without an id all. */
  apply(body: StatusBody): StatusRecords {
    if (body.type === "report") return this.#replace(body.report);
    if (body.type === "clear") return this.#keep(({ id }) => !isWithin(id, body.id));
    return this;
  }

  /**
   * The program has ended, or a shell shows its prompt (OSC 133 A): what was going on is over, what was reached stays.
   * Some agents print OSC 133 A around their own messages, so the caller sees to it that a shell is in front.
   */
  ended(): StatusRecords {
    return this.#keep(({ state }) => state !== "working" && state !== "blocked");
  }

  /** The one status of all records, null when nothing was reported. */
  fold(): ProgramStatus | null {
    const reports = [...this.#records.values()].toReversed();
    const deciding = decidingReport(reports, this.#records.get(""));
    if (deciding === undefined) return null;
    const { id, state, msg, progress, kind, title } = deciding;
    return {
      state: state === "error" ? "done" : state,
      id,
      app: this.#appOf(id),
      title: title ?? this.#records.get("")?.title ?? null,
      msg,
      progress,
      kind,
      failed: state === "error",
    };
  }

  /**
   * The records as at most 4000 characters out of letters, digits and `_.+-/=:,`, safe inside a tmux option.
   * When they do not all fit, those that are active and those reported last stay; long messages are cut.
   */
  save(): string {
    const order = [...this.#records.values()];
    const kept = new Map<StatusReport, string>();
    let length = 0;
    for (const report of order.toReversed().toSorted((a, b) => weight(b) - weight(a))) {
      const text = savedReport(report);
      if (length + text.length + 1 > SAVED_LENGTH) continue;
      kept.set(report, text);
      length += text.length + 1;
    }
    return order.flatMap((report) => kept.get(report) ?? []).join(",");
  }

  /** Reads what `save` wrote; whatever else stands there is left out, record by record. */
  static restore(text: string): StatusRecords {
    let records = StatusRecords.none;
    for (const saved of text.split(",")) records = records.apply(restoredReport(saved));
    return records;
  }

  #replace(report: StatusReport): StatusRecords {
    const records = new Map(this.#records);
    records.delete(report.id);
    records.set(report.id, report);
    const oldest = records.keys().next();
    if (records.size > MOST_RECORDS && !oldest.done) records.delete(oldest.value);
    return new StatusRecords(records);
  }

  #keep(stays: (report: StatusReport) => boolean): StatusRecords {
    const records = new Map([...this.#records].filter(([, report]) => stays(report)));
    return records.size === this.#records.size ? this : new StatusRecords(records);
  }

  #appOf(id: string): string | null {
    for (let at = id; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) {
      const app = this.#records.get(at)?.app;
      if (app !== undefined && app !== null) return app;
      if (at === "") return null;
    }
  }
}

function isWithin(id: string, ancestor: string): boolean {
  return ancestor === "" || id === ancestor || id.startsWith(`${ancestor}/`);
}

/**
 * Blocked wins over working, wherever it stands; both win over a main turn at rest. At rest the main turn speaks for
 * the program; without one, a child that reached its end does. `reports` come newest first.
 */
function decidingReport(
  reports: readonly StatusReport[],
  root: StatusReport | undefined,
): StatusReport | undefined {
  for (const state of ["blocked", "working"] as const) {
    if (root?.state === state) return root;
    const child = reports.find((report) => report.state === state);
    if (child !== undefined) return child;
  }
  return root ?? reports.find(({ state }) => state !== "idle") ?? reports[0];
}

function weight({ id, state }: StatusReport): number {
  if (state === "blocked") return 3;
  if (id === "") return 2;
  return state === "working" ? 1 : 0;
}

/** `id:state:kind:progress:app:title:msg`, states and kinds by their first letter, texts in base64. */
function savedReport(report: StatusReport): string {
  const { id, state, kind, progress, app, title, msg } = report;
  const texts = [title ?? "", cutToBytes(msg ?? "", SAVED_MSG_BYTES)].map(encodeStatusText);
  return [id, state[0], kind?.[0], progress, app, ...texts].map((part) => part ?? "").join(":");
}

function restoredReport(saved: string): StatusBody {
  const [id, state, kind, progress, app, title, msg, ...more] = saved.split(":");
  if (msg === undefined || more.length > 0) return { type: "rejected", reason: "not as saved" };
  const pairs = {
    id,
    state: PROGRAM_STATES.find((known) => known[0] === state),
    kind: ASK_KINDS.find((known) => known[0] === kind),
    progress,
    app,
    title,
    msg,
  };
  const said = Object.entries(pairs).filter(([, value]) => value !== undefined && value !== "");
  return parseStatusBody(said.map(([key, value]) => `${key}=${value}`).join(":"));
}

function cutToBytes(text: string, most: number): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= most) return text;
  return new TextDecoder().decode(bytes.subarray(0, most)).replace(/\uFFFD+$/, "");
}
