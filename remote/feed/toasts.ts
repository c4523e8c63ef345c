import type { Event } from "../../src/core/events.ts";
import { publicPaneId } from "../../src/core/ids.ts";
import type { PaneId } from "../../src/core/ids.ts";
import { findPane, findTab, findWorkspace, isLookedAt } from "../../src/core/world.ts";
import type { World } from "../../src/core/world.ts";
import type { FeedToast } from "./protocol.ts";

/** What a toast of a state says; the states without a row raise none. */
const WORDS: Readonly<Partial<Record<string, { kind: string; title: string }>>> = {
  "agent.blocked": { kind: "request", title: "needs you" },
  "agent.done": { kind: "done", title: "is done" },
};

/** How long an event waits before it is told: a turn that goes on by itself is no news. */
export const toastDelayMs = (event: Event, doneDelayMs: number): number | null => {
  if (WORDS[event.name] === undefined || event.about.pane === undefined) return null;
  return event.name === "agent.done" ? doneDelayMs : 0;
};

/** The toast of an event; null when the pane is looked at, is gone, or its agent went on meanwhile. */
export function toastOf(world: World, event: Event): FeedToast | null {
  const words = WORDS[event.name];
  const paneId: PaneId | undefined = event.about.pane;
  const pane = paneId && findPane(world, paneId);
  if (!words || !pane?.agent || event.name !== `agent.${pane.agent.status}`) return null;
  if (isLookedAt(world, pane.id)) return null;
  const agent = pane.agent.name ?? pane.agent.kind;
  const place = [findWorkspace(world, pane.workspaceId)?.name, findTab(world, pane.tabId)?.name];
  const message = pane.agent.message ?? "";
  const title = `${agent} ${words.title}`;
  return {
    type: "toast",
    kind: words.kind,
    pane: publicPaneId(pane.workspaceId, pane.id),
    text: message === "" ? title : `${title}: ${message}`,
    title,
    body: message,
    agent,
    agent_kind: pane.agent.kind,
    location: place.filter(Boolean).join(" · "),
    lease: false,
  };
}
