import type { EventName } from "../core/events.ts";
import type { Edges } from "../edges.ts";
import { Follower } from "../events/follow.ts";

/** Without taw's hooks nobody tells of changes, so one looks this often: one tmux call each. */
const LOOK_EVERY_MS = 500;
/** With them a look now and then mends what was missed (decision 13). */
const MEND_EVERY_MS = 10_000;

/** What to wait for between two looks at the World. */
export interface Changes {
  /** Ends when something has happened since the last call, and at the latest after `mostMs`. */
  next(mostMs: number): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Follows events where taw is loaded into the server, else looks now and then. Begin before the first look. */
export async function followChanges(edges: Edges, names: readonly EventName[]): Promise<Changes> {
  const loaded = await edges.tmux.run(["display-message", "-p", "#{@agent_wizard_taw}"]);
  return loaded.trim() === "" ? lookingNowAndThen(edges) : followingEvents(edges, names);
}

const lookingNowAndThen = ({ clock }: Edges): Changes => ({
  next: (mostMs) => clock.sleep(Math.min(mostMs, LOOK_EVERY_MS)),
  [Symbol.asyncDispose]: () => Promise.resolve(),
});

async function followingEvents(edges: Edges, names: readonly EventName[]): Promise<Changes> {
  let bell = Promise.withResolvers<void>();
  const follower = await Follower.start(edges, names, () => bell.resolve());
  follower.ended.addEventListener("abort", () => bell.resolve());
  return {
    async next(mostMs) {
      await Promise.race([bell.promise, edges.clock.sleep(Math.min(mostMs, MEND_EVERY_MS))]);
      bell = Promise.withResolvers<void>();
    },
    [Symbol.asyncDispose]: () => follower.close(),
  };
}
