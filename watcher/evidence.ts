import type { ProgramStatus } from "../src/core/status-records.ts";
import { StatusRecords } from "../src/core/status-records.ts";
import { parseStatusBody } from "../src/core/program-status.ts";
import type { Signals } from "../src/core/stream.ts";
import { kindByName } from "../src/agents/index.ts";

interface Told {
  readonly text: string;
  /** When it came, in ms of the watcher's clock. */
  readonly atMs: number;
}

/** A program that flickers faster than this many states a look is not followed state by state. */
const MOST_TOLD = 8;

const UNTOLD: Told = { text: "", atMs: Number.NEGATIVE_INFINITY };

/** What the output of the pane has told: its title, its progress and what the program says of itself. */
export class Evidence {
  #title = UNTOLD;
  #progress = UNTOLD;
  #records = StatusRecords.none;
  #recordsAtMs = Number.NEGATIVE_INFINITY;
  #told: ProgramStatus[] = [];
  /** What the last agent had reached when it left the front. */
  #reached = StatusRecords.none;

  get title(): string {
    return this.#title.text;
  }

  get progress(): string {
    return this.#progress.text;
  }

  get records(): StatusRecords {
    return this.#records;
  }

  /** What the program says of itself, the name it bears turned into the kind that answers to it. */
  get program(): ProgramStatus | null {
    const status = this.#records.fold();
    const kind = status?.app ? kindByName(status.app) : null;
    return status === null || kind === null ? status : { ...status, app: kind.kind };
  }

  /** The states it went through since the last call but for the one it is in: too short for a look of their own. */
  takePassed(): ProgramStatus[] {
    return this.#told.splice(0).slice(0, -1);
  }

  /**
   * Goes on from what an earlier watcher of the pane has kept. The title is the pane's own, of whoever is there; the rest
   * was kept with the agent that told it, so another one, also one that got its pid, has none of it.
   */
  restore(title: string, progress: string, records: string, nowMs: number): void {
    this.#title = { text: title, atMs: nowMs };
    this.#progress = { ...UNTOLD, text: progress };
    this.#records = StatusRecords.restore(records);
    this.#recordsAtMs = UNTOLD.atMs;
  }

  /** True when title, progress or reports are others than before. */
  take(signals: Signals, nowMs: number): boolean {
    const { title, progress, program } = signals;
    if (title === null && progress === null && program.length === 0) return false;
    const before = [this.#title.text, this.#progress.text, this.#records];
    if (title !== null) this.#title = { text: title, atMs: nowMs };
    if (progress !== null) this.#progress = { text: progress, atMs: nowMs };
    for (const event of program) {
      if (event.type === "reset") this.#records = StatusRecords.none;
      if (event.type === "status") this.#hear(event.body, nowMs);
    }
    const after = [this.#title.text, this.#progress.text, this.#records];
    return after.some((value, at) => value !== before[at]);
  }

  #hear(body: string, nowMs: number): void {
    const before = this.program;
    this.#records = this.#records.apply(parseStatusBody(body));
    this.#recordsAtMs = nowMs;
    const now = this.program;
    if (now === null || now.state === before?.state) return;
    this.#told.push(now);
    if (this.#told.length > MOST_TOLD) this.#told.shift();
  }

  /**
   * The agent has left the front: its work and its waits are over, what it has reached is put by for its return (`fg`).
   * What was told from `ms` on is the next one's.
   */
  end(ms: number): void {
    if (this.#recordsAtMs < ms) this.#reached = this.#records.ended();
    this.forgetBefore(ms);
  }

  /** The agent that left last is in front again. */
  comeBack(): void {
    if (this.#records === StatusRecords.none) this.#records = this.#reached;
    this.#reached = StatusRecords.none;
  }

  /** Forgets what came before a moment: another program's title must not be read as this one's. */
  forgetBefore(ms: number): void {
    if (this.#title.atMs < ms) this.#title = UNTOLD;
    if (this.#progress.atMs < ms) this.#progress = UNTOLD;
    if (this.#recordsAtMs >= ms) return;
    this.#records = StatusRecords.none;
    this.#told = [];
  }
}
