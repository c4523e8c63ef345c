import type { Params } from "../core/schema.ts";
import type { World } from "../core/world.ts";

/** Methods whose answer follows from the World and their parameters alone. */
const BY_WORLD: ReadonlySet<string> = new Set([
  "agent.get",
  "agent.list",
  "pane.edges",
  "pane.get",
  "pane.layout",
  "pane.list",
  "pane.neighbor",
  "session.snapshot",
  "tab.get",
  "tab.list",
  "workspace.get",
  "workspace.list",
]);

/** Clients that ask again and again ask the same few questions. */
const MOST_KEPT = 64;

const kept = new WeakMap<World, Map<string, string>>();

export const isByWorld = (method: string): boolean => BY_WORLD.has(method);

/** The text of an answer, made once for as long as the World stays the same: making it is most of what an answer costs. */
export async function keptText(
  world: World,
  method: string,
  params: Params,
  make: () => Promise<string | null>,
): Promise<string | null> {
  const texts = kept.get(world) ?? new Map<string, string>();
  kept.set(world, texts);
  const question = `${method} ${JSON.stringify(params)}`;
  const known = texts.get(question);
  if (known !== undefined) return known;
  const text = await make();
  if (text !== null && texts.size < MOST_KEPT) texts.set(question, text);
  return text;
}
