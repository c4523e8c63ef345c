import type { TmuxServer } from "../support/tmux.ts";

/** When a pane's state was first seen in its option, unix ms. */
export interface Seen {
  readonly atMs: number;
  readonly state: string;
}

const EVERY_MS = 4;

/**
 * Asks one tmux server for all panes' `@agent_state` every 4 ms over a control client, and keeps every change: the
 * moment at which a status line could show it.
 */
export class OptionLog {
  readonly #seen = new Map<string, Seen[]>();
  readonly #client: Bun.Subprocess<"pipe", "pipe", "ignore">;
  #isOver = false;
  readonly #done: Promise<void>;

  constructor(server: TmuxServer) {
    this.#client = Bun.spawn(
      ["tmux", "-L", server.name, "-C", "attach-session", "-f", "no-output,ignore-size"],
      { env: { ...server.box.env }, stdin: "pipe", stdout: "pipe", stderr: "ignore" },
    );
    this.#done = Promise.all([this.#ask(), this.#read()]).then(() => undefined);
  }

  of(paneId: string): readonly Seen[] {
    return this.#seen.get(paneId) ?? [];
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await this.#done;
  }

  async #ask(): Promise<void> {
    while (!this.#isOver) {
      this.#client.stdin.write("list-panes -a -F '= #{pane_id} #{@agent_state}'\n");
      await this.#client.stdin.flush();
      await Bun.sleep(EVERY_MS);
    }
    await this.#client.stdin.end();
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of this.#client.stdout) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line.startsWith("= ")) this.#note(line);
    }
  }

  #note(line: string): void {
    const [, paneId = "", state = ""] = line.split(" ");
    const seen = this.#seen.get(paneId) ?? [];
    if (seen.at(-1)?.state === state) return;
    seen.push({ atMs: performance.timeOrigin + performance.now(), state });
    this.#seen.set(paneId, seen);
  }
}
