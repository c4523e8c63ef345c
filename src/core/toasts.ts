import type { Event } from "./events.ts";
import { findPane, findTab, findWorkspace, isLookedAt } from "./world.ts";
import type { Pane, World } from "./world.ts";

/** What a toast of a state says; the states without a row raise none. */
const WORDS: Readonly<Partial<Record<string, { kind: "request" | "done"; title: string }>>> = {
  "agent.blocked": { kind: "request", title: "needs you" },
  "agent.done": { kind: "done", title: "is done" },
};

/** What a person is told of an agent. */
export interface Toast {
  readonly kind: "request" | "done";
  readonly pane: Pane;
  /** `title`, and behind it `body` where there is one. */
  readonly text: string;
  readonly title: string;
  readonly body: string;
  readonly agent: string;
  readonly agentKind: string;
  readonly location: string;
}

/** How long an event waits before it is told: a turn that goes on by itself is no news. Null for one that is none. */
export const toastDelayMs = ({ name, about }: Event, doneDelayMs: number): number | null => {
  if (WORDS[name] === undefined || about.pane === undefined) return null;
  return name === "agent.done" ? doneDelayMs : 0;
};

/** The toast of an event; null when the pane is looked at, is gone, or its agent went on meanwhile. */
export function toastOf(world: World, { name, about }: Event): Toast | null {
  const words = WORDS[name];
  const pane = about.pane && findPane(world, about.pane);
  if (!words || !pane?.agent || name !== `agent.${pane.agent.status}`) return null;
  if (isLookedAt(world, pane.id)) return null;
  const agent = pane.agent.name ?? pane.agent.kind;
  const place = [findWorkspace(world, pane.workspaceId)?.name, findTab(world, pane.tabId)?.name];
  const body = pane.agent.message ?? "";
  const title = `${agent} ${words.title}`;
  return {
    kind: words.kind,
    pane,
    text: body === "" ? title : `${title}: ${body}`,
    title,
    body,
    agent,
    agentKind: pane.agent.kind,
    location: place.filter(Boolean).join(" · "),
  };
}
