import { Failure } from "../core/failure.ts";
import type { News } from "../core/handed.ts";
import { eventCall } from "../core/hook-call.ts";
import type { HookCall } from "../core/hook-call.ts";
import type { PaneId } from "../core/ids.ts";
import { inertLine } from "../core/inert.ts";
import { toastDelayMs, toastOf } from "../core/toasts.ts";
import type { Clock } from "../system/clock.ts";
import type { Tmux } from "../tmux/client.ts";
import { readWorld } from "../tmux/read.ts";

interface NewsEdges {
  tmux: Tmux;
  clock: Clock;
}

/**
 * What becomes a notification after its toast's delay (spec "Hooks from the config"): once for each change of state, and
 * not where the agent went on meanwhile, or the person looks at its pane.
 */
export class Newsroom {
  readonly #edges: NewsEdges;
  readonly #tell: (call: HookCall) => void;
  readonly #told = new Map<PaneId, number>();
  #waiting = 0;

  constructor(edges: NewsEdges, tell: (call: HookCall) => void) {
    this.#edges = edges;
    this.#tell = tell;
  }

  get isIdle(): boolean {
    return this.#waiting === 0;
  }

  /** @param doneDelayMs how long the end of a turn waits; one that goes on by itself is no news */
  async add(news: News, doneDelayMs: number): Promise<void> {
    this.#waiting += 1;
    await this.#edges.clock.sleep(toastDelayMs(news.event, doneDelayMs) ?? 0);
    const call = await this.#callOf(news);
    this.#waiting -= 1;
    if (call) this.#tell(call);
  }

  async #callOf({ event, stateSeq }: News): Promise<HookCall | null> {
    const world = await this.#look();
    const toast = world && toastOf(world, event);
    if (!toast || toast.pane.agent?.stateSeq !== stateSeq) return null;
    if (this.#told.get(toast.pane.id) === stateSeq) return null;
    this.#told.set(toast.pane.id, stateSeq);
    const { pane: _pane, agentKind, text, ...said } = toast;
    const data = { ...said, agent_kind: agentKind, message: inertLine(text) };
    return eventCall(world, { name: "notification", about: event.about, data });
  }

  /** Null once the server has gone. */
  async #look() {
    try {
      return await readWorld(this.#edges.tmux);
    } catch (error) {
      if (error instanceof Failure) return null;
      throw error;
    }
  }
}
