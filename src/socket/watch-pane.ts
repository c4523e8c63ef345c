import { publicPaneId, publicWorkspaceId } from "../core/ids.ts";
import { Failure } from "../core/failure.ts";
import { completed, lineThatMatches, READ_SOURCES } from "../core/screen.ts";
import type { ScreenQuestion } from "../core/screen.ts";
import { isParams } from "../core/schema.ts";
import type { Params } from "../core/schema.ts";
import { pushedLine } from "../core/subscriptions.ts";
import type { World } from "../core/world.ts";
import type { Edges } from "../edges.ts";
import { readScreen, readScroll } from "../tmux/screen.ts";
import { followOutput, lineTest, unwrapped } from "../verbs/output.ts";
import { readRecord } from "../verbs/read-args.ts";
import { namedPane } from "../verbs/target.ts";
import type { PlacedPane } from "../verbs/target.ts";

/** Looks again and again, sends what it finds new, and ends in silence with the pane (reference/herdr/socket.md §4). */
export type Watch = (send: (line: string) => void, until: AbortSignal) => Promise<void>;

/**
 * Tells when a pane begins to show a line that matches: once, and again after no line has matched.
 *
 * @throws Failure `not_found` for the pane, `invalid_regex`
 */
export async function followMatches(edges: Edges, world: World, params: Params): Promise<Watch> {
  const placed = placedIn(edges, world, params);
  const isWanted = await lineTestOf(params["match"]);
  const question = questionOf(params);
  const pane_id = publicPaneId(placed.workspaceId, placed.pane.id);
  return (send, until) => {
    let isShown = false;
    return lookingAt(edges, placed, until, async () => {
      const screen = await readScreen(edges.tmux, placed.pane.id, question);
      const line = lineThatMatches(screen.text, isWanted);
      if (line !== null && !isShown) {
        const read = readRecord(placed, question, screen);
        send(pushedLine("pane.output_matched", { pane_id, matched_line: line, read }));
      }
      isShown = line !== null;
    });
  };
}

/**
 * Tells whenever a pane's place in its history is not what it was.
 *
 * @throws Failure `not_found` for the pane
 */
export function followScroll(edges: Edges, world: World, params: Params): Watch {
  const placed = placedIn(edges, world, params);
  const pane_id = publicPaneId(placed.workspaceId, placed.pane.id);
  const workspace_id = publicWorkspaceId(placed.workspaceId);
  return (send, until) => {
    let known: string | null = null;
    return lookingAt(edges, placed, until, async () => {
      const scroll = await readScroll(edges.tmux, placed.pane.id);
      const text = JSON.stringify(scroll);
      if (known !== null && text !== known) {
        send(pushedLine("pane.scroll_changed", { pane_id, workspace_id, scroll }));
      }
      known = text;
    });
  };
}

const placedIn = (edges: Edges, world: World, params: Params): PlacedPane =>
  namedPane(edges, world, String(params["pane_id"]));

function lineTestOf(match: Params[string] | undefined): Promise<(line: string) => boolean> {
  const { type, value } = isParams(match) ? match : {};
  const text = String(value);
  return type === "regex" ? lineTest(null, text) : lineTest(text, null);
}

function questionOf({ source: given, lines }: Params): ScreenQuestion {
  const source = READ_SOURCES.find((one) => one === given) ?? "recent";
  const asked = {
    source,
    format: "text",
    lines: typeof lines === "number" ? lines : null,
  } as const;
  return unwrapped(completed(asked));
}

async function lookingAt(
  edges: Edges,
  { pane }: PlacedPane,
  until: AbortSignal,
  look: () => Promise<void>,
): Promise<void> {
  const over = Promise.withResolvers<void>();
  until.addEventListener("abort", () => over.resolve());
  using output = await followOutput(edges, pane.tty);
  while (!until.aborted) {
    if (!(await isThere(look))) return;
    await Promise.race([output.next(Number.POSITIVE_INFINITY), over.promise]);
  }
}

/** False once the pane, or the server, has gone. */
async function isThere(look: () => Promise<void>): Promise<boolean> {
  try {
    await look();
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}
