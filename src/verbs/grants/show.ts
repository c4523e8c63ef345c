import { refusalOf } from "../../core/grants.ts";
import type { Rights } from "../../core/grants.ts";
import { findPane } from "../../core/world.ts";
import type { World } from "../../core/world.ts";
import { namedPane } from "../target.ts";
import { defineVerb } from "../verb.ts";
import { grantsRecord } from "./record.ts";

/** Whoever asks may know what it may do itself; what another pane holds is read like anything else. */
export default defineVerb({
  path: ["grants", "show"],
  summary: "Show what callers inside a pane may do, or what you may do yourself",
  grant: "own",
  result: "grants",
  args: {
    pane: { kind: "word", value: "PANE", doc: "w1:p1 or %0 (without it, the calling process)" },
  },
  run: async (edges, args) => {
    const world = await edges.look();
    const rights = await edges.rights(world);
    const mode = world.server.grantsMode;
    if (args.pane === null) return { type: "grants", mode, caller: callerRecord(world, rights) };
    const placed = namedPane(edges, world, args.pane);
    const refusal = placed.pane.id === rights.place ? null : refusalOf(world, rights, "read");
    if (refusal) throw refusal;
    return { type: "grants", mode, pane: grantsRecord(world, placed) };
  },
});

function callerRecord(world: World, { place, grants }: Rights) {
  const pane = place === "outside" || place === "unknown" ? null : findPane(world, place);
  if (pane) return grantsRecord(world, { pane, workspaceId: pane.workspaceId });
  return { pane_id: null, grants, is_outside: place === "outside" };
}
