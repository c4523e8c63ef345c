import { Failure } from "../../src/core/failure.ts";
import { parsePaneId } from "../../src/core/ids.ts";
import type { PaneId } from "../../src/core/ids.ts";
import { parseWatcher } from "../../src/core/watchers.ts";
import { followNudges } from "../../src/system/nudge.ts";
import type { NudgeFollower } from "../../src/system/nudge.ts";
import type { Tmux } from "../../src/tmux/client.ts";
import type { FeedScreen, FeedWatch } from "./protocol.ts";

/** No more than ten screens a second; and where no watcher tells, a look a second (decision 32). */
const LEAST_GAP_MS = 100;
const POLL_EVERY_MS = 1_000;
const MOST_HISTORY = 10_000;

/** The one pane that an app looks at: a `screen` line whenever what it shows has changed and was quiet. */
export class Screens {
  readonly #tmux: Tmux;
  readonly #onScreen: (screen: FeedScreen) => void;
  #asked: FeedWatch = { type: "watch", pane: "", history: 0 };
  #sent = "";
  #timer: Timer | null = null;
  #poll: Timer | null = null;
  #isReading = false;
  #isStale = false;
  #watcher: NudgeFollower | null = null;
  #watcherName = "";

  constructor(tmux: Tmux, onScreen: (screen: FeedScreen) => void) {
    this.#tmux = tmux;
    this.#onScreen = onScreen;
  }

  watch(asked: FeedWatch): void {
    this.#leave();
    this.#asked = asked;
    if (asked.pane === "") return;
    this.#poll = setInterval(() => this.#look(0), POLL_EVERY_MS);
    this.#look(0);
  }

  /** Something changed that a watcher does not tell: the pane's size, or its end. */
  changed(): void {
    if (this.#asked.pane !== "") this.#look(LEAST_GAP_MS);
  }

  stop(): void {
    this.#leave();
    this.#asked = { type: "watch", pane: "", history: 0 };
  }

  #leave(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#poll !== null) clearInterval(this.#poll);
    this.#watcher?.stop();
    this.#timer = null;
    this.#poll = null;
    this.#watcher = null;
    this.#watcherName = "";
    this.#sent = "";
  }

  #look(afterMs: number): void {
    if (this.#isReading) {
      this.#isStale = true;
      return;
    }
    this.#timer ??= setTimeout(() => void this.#read(), afterMs);
  }

  async #read(): Promise<void> {
    const asked = this.#asked;
    this.#timer = null;
    this.#isReading = true;
    this.#isStale = false;
    const seen = await readScreen(this.#tmux, asked);
    this.#isReading = false;
    if (asked !== this.#asked) return this.#look(0);
    if (seen === null) return;
    const text = JSON.stringify(seen.screen);
    if (text !== this.#sent) this.#onScreen(seen.screen);
    this.#sent = text;
    if (seen.screen.gone) this.#leave();
    else this.#follow(seen.watcher);
    if (this.#isStale) this.#look(LEAST_GAP_MS);
  }

  /** The pane's watcher tells when output has stopped; the look each second is for a pane without one. */
  #follow(watcher: string): void {
    if (watcher === this.#watcherName) return;
    this.#watcher?.stop();
    this.#watcherName = watcher;
    const socket = parseWatcher(watcher)?.socket ?? null;
    this.#watcher = socket === null ? null : followNudges(socket, () => this.#look(LEAST_GAP_MS));
  }
}

interface SeenScreen {
  screen: FeedScreen;
  /** `@agent_watcher` of the pane. */
  watcher: string;
}

const FACTS =
  "#{pane_id}\t#{pane_width}\t#{pane_height}\t#{history_size}\t#{alternate_on}\t#{@agent_watcher}";

/** Null when the server has gone, which others tell. */
async function readScreen(tmux: Tmux, { pane, history }: FeedWatch): Promise<SeenScreen | null> {
  const paneId = parsePaneId(pane);
  if (paneId === null) return goneScreen(pane);
  try {
    return await captured(tmux, pane, paneId, Math.min(MOST_HISTORY, history));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.code === "not_found" ? goneScreen(pane) : null;
  }
}

const captureText = (paneId: PaneId, history: number): string =>
  `capture-pane -e -p -t ${paneId} -S ${history > 0 ? `-${history}` : "0"}`;

async function captured(
  tmux: Tmux,
  pane: string,
  paneId: PaneId,
  history: number,
): Promise<SeenScreen> {
  const text = await tmux.run(
    ["display-message", "-p", "-t", paneId, FACTS],
    // Above an alternate screen lies the history of the screen below it.
    [
      "if-shell",
      "-F",
      "-t",
      paneId,
      "#{alternate_on}",
      captureText(paneId, 0),
      captureText(paneId, history),
    ],
  );
  const end = text.indexOf("\n");
  const [id, width, height, size, isAlternate, ...watcher] = text.slice(0, end).split("\t");
  if (id !== paneId) return goneScreen(pane);
  const above = isAlternate === "1" ? 0 : Math.min(history, Number(size));
  return {
    screen: {
      type: "screen",
      pane,
      text: text.slice(end + 1).replace(/\n$/, ""),
      width: Number(width),
      height: Number(height),
      history: above,
      gone: false,
    },
    watcher: watcher.join("\t"),
  };
}

const goneScreen = (pane: string): SeenScreen => ({
  screen: { type: "screen", pane, text: "", width: 0, height: 0, history: 0, gone: true },
  watcher: "",
});
