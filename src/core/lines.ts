/** Far more than any machine's state; a line that grows past it is dropped. */
const LONGEST_LINE = 8 * 1024 * 1024;

/** Text in pieces → whole lines without their newline. */
export class LineSplitter {
  #rest = "";
  #isDropping = false;
  readonly #onLine: (line: string | null) => void;

  /** `onLine` gets null for a line that was too long to keep. */
  constructor(onLine: (line: string | null) => void) {
    this.#onLine = onLine;
  }

  push(text: string): void {
    const parts = (this.#rest + text).split("\n");
    this.#rest = parts.pop() ?? "";
    for (const line of parts) {
      if (this.#isDropping) this.#onLine(null);
      else this.#onLine(line);
      this.#isDropping = false;
    }
    if (this.#rest.length > LONGEST_LINE) this.#isDropping = true;
    if (this.#isDropping) this.#rest = "";
  }
}
