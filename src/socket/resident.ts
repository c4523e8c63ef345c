import type { WorkspaceId } from "../core/ids.ts";
import type { World } from "../core/world.ts";
import type { Clock } from "../system/clock.ts";
import type { Environment } from "../system/env.ts";
import { commandText } from "../tmux/change.ts";
import type { Command, Tmux } from "../tmux/client.ts";
import { ControlClient } from "../tmux/control.ts";
import { parseWorld, WORLD_COMMANDS } from "../tmux/read.ts";
import { Quiet } from "./quiet.ts";
import { parseSeatRules, SEAT_COMMAND, seatIn } from "./seat.ts";

/** What no event tells (a folder, a title, a program in front) is at most this old. */
const OLDEST_MS = 1000;
/** After a control client that was let go of at once, for whatever reason. */
const NEXT_SEAT_MS = 1000;
const SHORT_STAY_MS = 1000;

/** The count of changes, empty where taw is not loaded and nobody counts. */
const GENERATION = "#{?#{@agent_wizard_taw},#{@agent_wizard_gen},}";

const ASK_GENERATION: Command = ["display-message", "-p", GENERATION];
const READ: readonly Command[] = [ASK_GENERATION, SEAT_COMMAND, ...WORLD_COMMANDS];
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

/** Notices after which somebody else may be in front. */
const MOVES = /^%(?:client-session-changed|client-detached|session-changed|sessions-changed) /;

/**
 * The World of a process that stays (decision 22): asked for, it asks tmux how many changes there were, and reads anew
 * when there was one. So an answer is never older than what its caller did before, whichever way.
 */
export class Resident {
  /** Between what may change something and the coming of the control client. */
  readonly quiet = new Quiet();
  readonly #edges: ResidentEdges;
  #known: Known | null = null;
  #client: ControlClient | null = null;
  #seat: WorkspaceId | null = null;
  #seatedAtMs = 0;
  #noSeatUntilMs = 0;
  #isArriving = false;
  #isClosed = false;

  constructor(edges: ResidentEdges) {
    this.#edges = edges;
  }

  /** The server as it is now. Throws as `tmux` does. */
  async look(): Promise<World> {
    return (await this.#lookSeated()) ?? this.#lookOnce();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#client?.leave();
  }

  /** Null where no control client can be had, or it has ended. */
  async #lookSeated(): Promise<World | null> {
    const client = this.#client;
    if (client === null) return null;
    const generation = (await client.ask(ASK_GENERATION))?.trim();
    if (generation === undefined) return null;
    const known = this.#known;
    if (known && generation !== "" && known.generation === generation && this.#isYoung(known)) {
      return known.world;
    }
    const printed = await client.ask(...READ);
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
    this.#sit(seatIn(world, parseSeatRules(printed)));
    return world;
  }

  #sit(seat: WorkspaceId | null): void {
    if (this.#isClosed || this.#isArriving || (seat === this.#seat && this.#client !== null))
      return;
    const client = this.#client;
    if (client !== null && seat !== null) {
      this.#seat = seat;
      void client.ask(["switch-client", "-E", "-t", seat]);
    } else if (client !== null) void client.leave();
    else if (seat !== null && this.#edges.clock.monotonicMs() >= this.#noSeatUntilMs) {
      this.#isArriving = true;
      void this.quiet.arrive(() => this.#attach(seat)).finally(() => (this.#isArriving = false));
    }
  }

  #attach(workspaceId: WorkspaceId): Promise<void> {
    const { tmux, environment, clock } = this.#edges;
    if (this.#isClosed) return Promise.resolve();
    this.#seat = workspaceId;
    this.#seatedAtMs = clock.monotonicMs();
    const client = new ControlClient({
      address: tmux.address,
      environment,
      workspaceId,
      onNotice: (line) => void (MOVES.test(line) && this.#look(client)),
      onEnd: () => this.#leave(),
    });
    this.#client = client;
    return client.greeted;
  }

  /** Somebody came, went or moved: whether this seat is still one is told by the next World. */
  #look(client: ControlClient): void {
    void client.ask(...READ).then((printed) => printed !== null && this.#take(printed));
  }

  #leave(): void {
    const now = this.#edges.clock.monotonicMs();
    if (now - this.#seatedAtMs < SHORT_STAY_MS) this.#noSeatUntilMs = now + NEXT_SEAT_MS;
    this.#client = null;
    this.#seat = null;
  }
}
