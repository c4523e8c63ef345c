import type { ProgramStatus } from "../src/core/status-records.ts";
import type { Process } from "../src/core/job.ts";
import type { PaneFront } from "../src/identify/pane.ts";
import { isPrompt } from "../src/identify/name.ts";
import { isStillInFront, readFront } from "../src/identify/pane.ts";
import { ageOf } from "../src/system/proc.ts";
import type { Front } from "./step.ts";

/** A whole job that named no agent is looked through again after this long, then at doubling distances. */
const SEARCH_MS = 250;
const LONGEST_SEARCH_MS = 8000;

/** Tells what stands in front in one pane, with as few files of /proc as it takes; no process is started. */
export class FrontReader {
  #front: PaneFront | null = null;
  #leader = "";
  #searchDistance = SEARCH_MS;
  #nextSearch = 0;
  #isPutOff = false;

  /**
   * @param program what is reported: a program that is no known agent is one by the name it reports itself by
   */
  async read(panePid: number, program: ProgramStatus | null, nowMs: number): Promise<Front> {
    if (this.#front !== null && (await isStillInFront(panePid, this.#front))) {
      return agentFront(this.#front.identity?.kind ?? "", this.#front.identity?.process ?? null);
    }
    const front = await this.#look(panePid, nowMs);
    this.#front = front;
    if (front === null) return { is: "gone" };
    if (front.identity !== null) return agentFront(front.identity.kind, front.identity.process);
    if (front.isAtPrompt) return { is: "prompt" };
    // A shell within the pane's shell waits for a command: what was reported there, a program has that is gone.
    const isSpeaker = front.leader !== null && !isPrompt(front.leader);
    return program?.app && isSpeaker ? agentFront(program.app, front.leader) : { is: "other" };
  }

  /** When a search that was put off is due, though nothing is printed until then; null without one. */
  get searchAgainMs(): number | null {
    return this.#isPutOff ? this.#nextSearch : null;
  }

  /** Builds and tests are jobs of hundreds of processes, so a job that stays is searched less and less. */
  async #look(panePid: number, nowMs: number): Promise<PaneFront | null> {
    this.#isPutOff = false;
    const shallow = await readFront(panePid, true);
    if (shallow === null || shallow.identity !== null || shallow.isAtPrompt) return shallow;
    const leader = `${shallow.group} ${shallow.leader?.start} ${shallow.leader?.argv.join(" ")}`;
    const isNew = leader !== this.#leader;
    this.#isPutOff = !isNew && nowMs < this.#nextSearch;
    if (this.#isPutOff) return shallow;
    this.#leader = leader;
    this.#searchDistance = isNew
      ? SEARCH_MS
      : Math.min(LONGEST_SEARCH_MS, this.#searchDistance * 2);
    this.#nextSearch = nowMs + this.#searchDistance;
    return readFront(panePid);
  }
}

async function agentFront(kind: string, process: Process | null): Promise<Front> {
  if (process === null) return { is: "other" };
  const { pid, start } = process;
  return { is: "agent", kind, pid, start, ageMs: await ageOf(process) };
}
