import { CALLING } from "../core/ids.ts";
import type { Checked, Params } from "../core/schema.ts";
import type { Edges } from "../edges.ts";

/** Parameters that name a pane; what else says `%calling` is text. */
const NAMES_A_PANE = /(^|_)pane_id$|^target$/;

/**
 * The same parameters with the pane that the caller runs in where they say `%calling`: that is what `HERDR_PANE_ID` says
 * in a pane, and programs pass it on. From outside every pane the word stays, and names nothing.
 *
 * @param line the whole request: one that does not hold the word costs nothing
 */
export async function withCaller(
  params: Params,
  line: string,
  edgesOf: () => Pick<Edges, "look" | "rights">,
): Promise<Params> {
  if (!line.includes(CALLING)) return params;
  const edges = edgesOf();
  const { place } = await edges.rights(await edges.look());
  return place === "outside" || place === "unknown" ? params : replaced(params, place);
}

const replaced = (params: Params, pane: string): Params =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const isCaller = value === CALLING && NAMES_A_PANE.test(name);
      return [name, isCaller ? pane : within(value, pane)];
    }),
  );

const isList = (value: object): value is readonly Checked[] => Array.isArray(value);

function within(value: Checked, pane: string): Checked {
  if (typeof value !== "object" || value === null) return value;
  return isList(value) ? value.map((one) => within(one, pane)) : replaced(value, pane);
}
