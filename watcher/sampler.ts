/**
 * When to read the screen (reference/agents/sampling.md §1): no leading edge, nothing skipped; a read at the end of a
 * frame, at a distance that doubles while the state stays the same; output that is unusual, or drawn in a form not
 * seen since the last change, does not wait for that distance; and one more read when the output stops.
 * Pure: output and the clock go in, a deadline comes out. Milliseconds of a clock that never goes back.
 */

/** A frame is over when no byte came for this long. */
const FRAME_END = 25;
/** Agents that redraw without a pause are read after this long. */
const LONGEST_FRAME = 100;
/** The least distance between two reads, and how far it grows by doubling. */
const DISTANCE = 100;
const LONGEST_DISTANCE = 700;
/** The same for unusual output, growing by a quarter. */
const LONGEST_UNUSUAL_DISTANCE = 200;
const UNUSUAL_FACTOR = 1.25;
/** A silence of this length puts the distance back. */
const FORGET = 300;
/** The output has stopped: whatever is unread is read. */
const SETTLED = 150;
/** Forms kept since the last change of state. */
const MOST_FORMS = 200;

/** What the sampler wants to know of a piece of output. */
export interface Output {
  readonly unusual: boolean;
  readonly form: number;
}

export class Sampler {
  #lastOutput = Number.NEGATIVE_INFINITY;
  #lastRead = Number.NEGATIVE_INFINITY;
  #isUnread = false;
  #newsAt = 0;
  #isUnusual = false;
  #sameReads = 0;
  readonly #forms = new Set<number>();

  /** True when the next read may be due sooner than it was; more output of the known kind only puts it off. */
  onOutput(now: number, output: Output): boolean {
    if (now - this.#lastOutput >= FORGET) this.#sameReads = 0;
    this.#lastOutput = now;
    const isUnusual = output.unusual || !this.#forms.has(output.form);
    if (this.#forms.size >= MOST_FORMS) this.#forms.clear();
    this.#forms.add(output.form);
    const isNews = !this.#isUnread || (isUnusual && !this.#isUnusual);
    if (isNews) this.#newsAt = now;
    this.#isUnread = true;
    this.#isUnusual ||= isUnusual;
    return isNews;
  }

  /** When the next read is due; null while there is nothing to read. */
  deadline(): number | null {
    if (!this.#isUnread) return null;
    const soonest = this.#lastRead + this.#distance(UNUSUAL_FACTOR, LONGEST_UNUSUAL_DISTANCE);
    const least = this.#isUnusual ? soonest : this.#lastRead + this.#distance(2, LONGEST_DISTANCE);
    const frameEnd = Math.min(
      this.#lastOutput + FRAME_END,
      Math.max(this.#newsAt, least) + LONGEST_FRAME,
    );
    return Math.min(Math.max(least, frameEnd), Math.max(soonest, this.#lastOutput + SETTLED));
  }

  /** A read was asked for; output from here on is unread. */
  onRead(now: number): void {
    this.#lastRead = now;
    this.#isUnread = this.#isUnusual = false;
  }

  /** What the read found: another state than before, or the same. */
  onAnswer(isChanged: boolean): void {
    if (isChanged) this.#forms.clear();
    this.#sameReads = isChanged ? 0 : this.#sameReads + 1;
  }

  #distance(factor: number, most: number): number {
    return Math.min(most, DISTANCE * factor ** this.#sameReads);
  }
}
