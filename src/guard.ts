import { Failure } from "./core/failure.ts";
import {
  couldRefuse,
  couldRefuseTyping,
  mayAnswer,
  NOT_AT_PROMPT,
  placeOf,
  promptRefusal,
  refusalOf,
  reportRefusal,
  rightsAt,
  typingRefusal,
} from "./core/grants.ts";
import type { Grant, Place, Rights } from "./core/grants.ts";
import type { Pane, World } from "./core/world.ts";
import type { Edges } from "./edges.ts";
import type { CallerProcess } from "./system/caller.ts";
import type { Clock } from "./system/clock.ts";
import type { Change, Changed } from "./tmux/change.ts";

/**
 * Who may do what (docs/SECURITY.md), for one call: every verb looks and changes through it. Processes are looked at only
 * when some caller could be refused, so a server whose panes hold what every pane holds costs nothing.
 */
export interface Guard {
  /** Throws `forbidden` for a caller that does not hold the verb's grant. */
  permit(world: World): Promise<void>;
  /** The same for a change of something: what is typed, and what is reported, depends on where. */
  carryOut(
    world: World,
    wish: Change,
    change: (wish: Change) => Promise<Changed>,
  ): Promise<Changed>;
  /**
   * Throws `forbidden` for a caller that may not type into that pane as it is now; tells whether it may also once the pane
   * waits on a prompt.
   */
  permitTyping(world: World, pane: Pane): Promise<boolean>;
  /** What the caller may do on that server. */
  rights(world: World): Promise<Rights>;
}

/** Edges that nobody has been placed for. */
type BareEdges = Pick<Edges, "look" | "change" | "changeUnseen" | "clock">;

/** The same edges for one call of a verb: what its caller may do is checked at every look and at every change. */
export function guarded<Bare extends BareEdges>(
  bare: Bare,
  grant: Grant,
  caller: CallerProcess,
): Bare & Pick<Edges, "permitTyping" | "rights"> {
  const guard = makeGuard(grant, caller, bare.clock);
  const look = async () => {
    const world = await bare.look();
    await guard.permit(world);
    return world;
  };
  return {
    ...bare,
    look,
    changeUnseen: async (wish) => {
      // The call itself tests that nobody could be refused `admin`, and that grant alone.
      if (grant !== "admin") return { seen: await look() };
      const unseen = await bare.changeUnseen(wish);
      if ("seen" in unseen) await guard.permit(unseen.seen);
      return unseen;
    },
    change: (seen, wish) => guard.carryOut(seen, wish, (wanted) => bare.change(seen, wanted)),
    permitTyping: guard.permitTyping,
    rights: guard.rights,
  };
}

export function makeGuard(grant: Grant, caller: CallerProcess, clock: Clock): Guard {
  let placed: Promise<Place> | null = null;
  const rights = async (world: World): Promise<Rights> => {
    placed ??= place(world, caller, clock);
    return rightsAt(world, await placed);
  };
  const permit = async (world: World): Promise<void> => {
    if (couldRefuse(world, grant)) refuse(refusalOf(world, await rights(world), grant));
  };
  const carryOut: Guard["carryOut"] = async (world, wish, change) => {
    await permit(world);
    if (grant === "own") refuse(reportRefusal(world, await rights(world), wish.target));
    const pane = grant === "write" ? typedInto(world, wish) : null;
    return pane === null ? change(wish) : type(world, pane, wish, change);
  };
  const permitTyping = async (world: World, pane: Pane): Promise<boolean> => {
    const known = await rights(world);
    refuse(typingRefusal(world, known, pane));
    return mayAnswer(known, pane);
  };
  const type = async (
    world: World,
    pane: Pane,
    wish: Change,
    change: (wish: Change) => Promise<Changed>,
  ): Promise<Changed> => {
    if (couldRefuseTyping(world, pane) && (await permitTyping(world, pane))) return change(wish);
    const atPrompt = new Failure("forbidden", `pane ${pane.id} waits on a prompt`);
    try {
      return await change(unlessAtPrompt(wish, atPrompt));
    } catch (error) {
      if (error !== atPrompt) throw error;
    }
    const known = await rights(world);
    if (!mayAnswer(known, pane)) throw promptRefusal(world, known, pane);
    return change(wish);
  };
  return { permit, carryOut, permitTyping, rights };
}

/** Loaded only when it is asked: most calls of most servers never ask. */
async function place(world: World, caller: CallerProcess, clock: Clock): Promise<Place> {
  const { traceCaller } = await import("./system/caller.ts");
  return placeOf(world, await traceCaller(caller, world.server.pid, clock));
}

const typedInto = (world: World, { target }: Change): Pane | null =>
  world.panes.find((pane) => pane.id === target) ?? null;

/** The dialog may have come up since the pane was looked at: the condition travels with the keys. */
const unlessAtPrompt = (wish: Change, otherwise: Failure): Change => ({
  ...wish,
  guards: [...(wish.guards ?? []), { format: NOT_AT_PROMPT, otherwise }],
});

function refuse(refusal: Failure | null): void {
  if (refusal !== null) throw refusal;
}
