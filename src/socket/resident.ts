import type { World } from "../core/world.ts";
import type { Clock } from "../system/clock.ts";
import type { Environment } from "../system/env.ts";
import { commandText } from "../tmux/change.ts";
import { Channel } from "../tmux/channel.ts";
import type { Command, Tmux } from "../tmux/client.ts";
import { parseWorld, WORLD_COMMANDS } from "../tmux/read.ts";

/** What no event tells (a folder, a title, a program in front) is at most this old. */
const OLDEST_MS = 1000;

/** The count of changes, empty where taw is not loaded and nobody counts. */
const GENERATION = "#{?#{@agent_wizard_taw},g#{@agent_wizard_gen},}";

const ASK_GENERATION: Command = ["display-message", "-p", GENERATION];
const READ: readonly Command[] = [ASK_GENERATION, ...WORLD_COMMANDS];
const SAME = "same";

interface Known {
  world: World;
  generation: string;
  readAtMs: number;
}

export interface ResidentEdges {
  tmux: Tmux;
  environment: Environment;
  clock: Clock;
}

/**
 * The World of a process that stays (decision 22): asked for, it asks tmux how many changes there were, and reads anew
 * when there was one. So an answer is never older than what its caller did before, whichever way.
 */
export class Resident {
  readonly #edges: ResidentEdges;
  readonly #channel: Channel;
  #known: Known | null = null;

  /** @param folder where its channel to tmux may lie, for this user alone */
  constructor(edges: ResidentEdges, folder: string) {
    const { tmux, environment, clock } = edges;
    this.#edges = edges;
    this.#channel = new Channel({ address: tmux.address, environment, clock, folder });
  }

  /** The server as it is now. Throws as `tmux` does. */
  async look(): Promise<World> {
    return (await this.#lookThrough()) ?? this.#lookOnce();
  }

  /** Lets go of tmux until the next look. */
  release(): Promise<void> {
    return this.#channel.release();
  }

  /** Lets go of tmux, which does not end before. */
  close(): Promise<void> {
    return this.#channel.close();
  }

  /** Null where there is no channel to be had. */
  async #lookThrough(): Promise<World | null> {
    const generation = (await this.#channel.ask(ASK_GENERATION))?.trim();
    if (generation === undefined) return null;
    const known = this.#known;
    if (known && generation !== "" && known.generation === generation && this.#isYoung(known)) {
      return known.world;
    }
    const printed = await this.#channel.ask(...READ);
    return printed === null ? null : this.#take(printed);
  }

  /** By a client of its own, which reads nothing where nothing has changed. */
  async #lookOnce(): Promise<World> {
    const { tmux } = this.#edges;
    const known = this.#known;
    const isUsable = known !== null && known.generation !== "" && this.#isYoung(known);
    const printed = isUsable
      ? await tmux.run([
          "if-shell",
          "-F",
          `#{==:${GENERATION},${known.generation}}`,
          `display-message -p ${SAME}`,
          commandText(READ),
        ])
      : await tmux.run(...READ);
    return isUsable && printed.trim() === SAME ? known.world : this.#take(printed);
  }

  #isYoung({ readAtMs }: Known): boolean {
    return this.#edges.clock.monotonicMs() - readAtMs < OLDEST_MS;
  }

  #take(printed: string): World {
    const end = printed.indexOf("\n");
    const world = parseWorld(printed);
    const readAtMs = this.#edges.clock.monotonicMs();
    this.#known = { world, generation: printed.slice(0, end), readAtMs };
    return world;
  }
}
