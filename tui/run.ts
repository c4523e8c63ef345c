import type { Feed } from "../remote/feed/follow.ts";
import { Failure } from "../src/core/failure.ts";
import type { Fields } from "../src/core/json.ts";
import { isFields, parseJson } from "../src/core/json.ts";
import { lastWords } from "../src/core/last-words.ts";
import type { Environment } from "../src/system/env.ts";
import type { Fact } from "../src/store/memory.ts";
import { inForeground, runToEnd } from "../src/system/process.ts";
import { foldersIn } from "./folders.ts";
import type { Cmd, Msg, OpenedFolder, TimerName } from "./msg.ts";

/** How this cockpit runs taw's verbs: the program by absolute path, and the words that name the tmux server. */
export type TawCommand = {
  readonly argv: readonly string[];
  readonly environment: Environment;
  /** The tmux client whose popup we are, as the key binding names it; null leaves the choice to tmux. */
  readonly client: string | null;
};

export type RunnerParts = {
  readonly taw: TawCommand;
  readonly feed: Feed;
  /** The app's monotonic clock. */
  readonly now: () => number;
  readonly dispatch: (msg: Msg) => void;
  /** Runs `work` with the screen handed over, and takes it back after. */
  readonly handOver: (work: () => Promise<number>) => Promise<number>;
  readonly redraw: () => void;
  readonly remember: (fact: Fact) => void;
  /**
   * Stops this process and whoever started it in the same job, as C-z does in a shell; returns when the shell goes on
   * with them, or at once where no shell could (the kernel drops the signal then).
   */
  readonly stopJob: () => void;
  readonly quit: () => void;
};

type Went = { readonly problem: string; readonly cameBack: boolean };

/** Cmd → effect. Timers of one name replace each other. */
export class Runner {
  readonly #parts: RunnerParts;
  readonly #timers = new Map<TimerName, ReturnType<typeof setTimeout>>();

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  run(cmd: Cmd): void {
    switch (cmd.type) {
      case "quit":
        return this.#parts.quit();
      case "timer":
        return this.#setTimer(cmd.name, cmd.afterMs);
      case "stop-timer":
        return this.#clearTimer(cmd.name);
      case "watch":
        return this.#parts.feed.send(cmd);
      case "read-pane":
        return void this.#read(cmd.pane);
      case "remember":
        return this.#parts.remember(cmd.fact);
      case "restart-feed":
        return this.#parts.feed.restart();
      case "redraw":
        return this.#parts.redraw();
      case "suspend":
        return void this.#suspend();
      case "list-folders":
        return void this.#listFolders(cmd.within);
      case "open-folder":
        return void this.#openFolder(cmd.path, cmd.attaches);
      case "go":
        return void this.#go(cmd.target, cmd.server);
    }
  }

  /** No timer outlives the screen. */
  stop(): void {
    for (const name of this.#timers.keys()) this.#clearTimer(name);
  }

  #setTimer(name: TimerName, afterMs: number): void {
    this.#clearTimer(name);
    const ring = (): void => {
      this.#timers.delete(name);
      this.#parts.dispatch({ type: "timer", at: this.#parts.now(), name });
    };
    this.#timers.set(name, setTimeout(ring, Math.max(0, Math.ceil(afterMs))));
  }

  #clearTimer(name: TimerName): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
  }

  async #suspend(): Promise<void> {
    const { handOver, now, stopJob, dispatch } = this.#parts;
    const stoppedMs = await handOver(async () => {
      const before = now();
      stopJob();
      return now() - before;
    });
    if (stoppedMs < AT_ONCE_MS) dispatch({ type: "not-stopped", at: now() });
  }

  async #read(pane: string): Promise<void> {
    const { argv, environment } = this.#parts.taw;
    const words = ["pane", "read", pane, "--source", "visible", "--format", "ansi"];
    const text = await runToEnd([...argv, ...words], environment, VERB_MS).then(
      ({ code, stdout }) => (code === 0 ? stdout : null),
      failureAsNothing,
    );
    this.#parts.dispatch({ type: "pane-read", at: this.#parts.now(), pane, text });
  }

  async #listFolders(within: string | null): Promise<void> {
    const words = ["session", "folders", ...(within === null ? [] : ["--in", within])];
    const { stdout, problem } = await this.#verb(words, VERB_MS);
    const folders = foldersIn(stdout);
    const said = problem || (folders === null ? "this taw lists no folders" : "");
    const list = { within, folders: folders ?? [], problem: said };
    this.#parts.dispatch({ type: "folders", at: this.#parts.now(), list });
  }

  async #openFolder(path: string, attaches: boolean): Promise<void> {
    const { client } = this.#parts.taw;
    const named = client === null ? [] : ["--client", client];
    const words = ["session", "open", path, ...(attaches ? ["--attach"] : named)];
    const { stdout, problem, warning } = await this.#verb(words, OPEN_MS);
    const went = problem === "" ? await this.#attached(attachOf(stdout)) : null;
    this.#parts.dispatch({
      type: "opened",
      at: this.#parts.now(),
      opened: openedIn(stdout),
      problem: problem || went?.problem || warning,
      cameBack: went?.cameBack ?? false,
    });
  }

  async #go(target: string, server: string): Promise<void> {
    const { client } = this.#parts.taw;
    const named = client === null ? [] : ["--client", client];
    const words = ["pane", "go", target, "--server", server, ...named];
    const { stdout, problem } = await this.#verb(words, VERB_MS);
    const went =
      problem === "" ? await this.#attached(attachOf(stdout)) : { problem, cameBack: false };
    this.#parts.dispatch({ type: "went", at: this.#parts.now(), target, ...went });
  }

  /** A verb run to its end: why it did not work, or what it warned of when it did. */
  async #verb(words: readonly string[], limitMs: number): Promise<Said> {
    const { argv, environment } = this.#parts.taw;
    try {
      const { code, stdout, stderr } = await runToEnd([...argv, ...words], environment, limitMs);
      if (code === 0)
        return { stdout, problem: "", warning: lastWords(stderr).replace(/^taw: /, "") };
      return { stdout: "", problem: lastWords(stderr) || `taw ended with ${code}`, warning: "" };
    } catch (error) {
      // A program that is not there is told to the person; a bug rises and ends the cockpit.
      if (!(error instanceof Failure)) throw error;
      return { stdout: "", problem: error.message, warning: "" };
    }
  }

  /** Hands the screen to the tmux client that a verb answered the command of; without one nothing is to be done. */
  async #attached(attach: readonly string[]): Promise<Went> {
    if (attach.length === 0) return { problem: "", cameBack: false };
    const outside = Object.fromEntries(
      Object.entries(this.#parts.taw.environment).filter(
        ([name]) => name !== "TMUX" && name !== "TMUX_PANE",
      ),
    );
    const ended = await this.#parts.handOver(() => inForeground(attach, outside));
    return {
      problem: ended === 0 ? "" : `tmux attach ended with ${ended}`,
      cameBack: true,
    };
  }
}

type Said = { readonly stdout: string; readonly problem: string; readonly warning: string };

/** The create hooks may take as long as their user allows. */
const OPEN_MS = 2_147_483_647;
const VERB_MS = 10_000;
/** No person continues a stopped job that soon: the stop did not happen. */
const AT_ONCE_MS = 20;

function failureAsNothing(error: unknown): null {
  if (error instanceof Failure) return null;
  throw error;
}

/** The command that attaches this terminal, which verbs answer when no client was switched. */
export function attachOf(stdout: string): string[] {
  const attach = resultIn(stdout)["attach"];
  return Array.isArray(attach) ? attach.filter((word) => typeof word === "string") : [];
}

/** What `session open` printed; null for anything else. */
function openedIn(stdout: string): OpenedFolder | null {
  const { session, created, collision } = resultIn(stdout);
  if (typeof session !== "string") return null;
  const why = typeof collision === "string" ? collision : "";
  return { session, isCreated: created === true, collision: why };
}

function resultIn(stdout: string): Fields {
  const envelope = parseJson(stdout.trim().split("\n").at(-1) ?? "");
  const result = isFields(envelope) ? envelope["result"] : null;
  return isFields(result) ? result : {};
}
