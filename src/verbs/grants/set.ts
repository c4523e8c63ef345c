import {
  givingRefusal,
  grantsOf,
  GRANTS,
  isGrant,
  normalGrants,
  printGrants,
} from "../../core/grants.ts";
import type { HeldGrant } from "../../core/grants.ts";
import { Failure } from "../../core/failure.ts";
import { quoted } from "../../core/inert.ts";
import { findPane } from "../../core/world.ts";
import type { Pane } from "../../core/world.ts";
import { namedPane } from "../target.ts";
import { defineVerb } from "../verb.ts";
import { grantsRecord } from "./record.ts";

/** The words that stand alone: nothing at all, and what the mode gives every pane. */
const ALONE = ["none", "default"] as const;

export default defineVerb({
  path: ["grants", "set"],
  summary: "Say what callers inside a pane may do",
  grant: "admin",
  result: "grants",
  args: {
    pane: { kind: "word", required: true, value: "PANE", doc: "w1:p1 or %0" },
    grants: {
      kind: "words",
      required: true,
      value: "GRANT",
      doc: "read, write, admin, respond; or one of none, default",
    },
  },
  run: async (edges, args) => {
    const given = parseWords(args.grants);
    const seen = await edges.look();
    const { pane, workspaceId } = namedPane(edges, seen, args.pane);
    const held = given ?? grantsOf(seen, { ...pane, grants: null });
    const refusal = givingRefusal(seen, await edges.rights(seen), held);
    if (refusal) throw refusal;
    const { world } = await edges.change(seen, {
      target: pane.id,
      commands: [setting(pane, given)],
    });
    const now = findPane(world, pane.id) ?? { ...pane, grants: given };
    return {
      type: "grants",
      mode: world.server.grantsMode,
      pane: grantsRecord(world, { pane: now, workspaceId }),
    };
  },
});

/** Null for `default`. */
function parseWords(words: readonly string[]): readonly HeldGrant[] | null {
  const [only] = words;
  if (words.length === 1 && only === "default") return null;
  if (words.length === 1 && only === "none") return [];
  const unknown = words.find((word) => !isGrant(word));
  if (unknown === undefined) return normalGrants(words.filter(isGrant));
  const takes = `${GRANTS.join(", ")}, or one of ${ALONE.join(", ")} alone`;
  throw new Failure("invalid_argument", `${quoted(unknown)} is no grant: give ${takes}`);
}

const setting = ({ id }: Pane, grants: readonly HeldGrant[] | null): readonly string[] =>
  grants === null
    ? ["set-option", "-pu", "-t", id, "@agent_grants"]
    : ["set-option", "-p", "-t", id, "@agent_grants", printGrants(grants)];
