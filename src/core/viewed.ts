import type { AgentView, Field, Filter, Value } from "./agent-view.ts";
import { publicTabId, publicWorkspaceId } from "./ids.ts";
import { agentRecord, agentsInOrder } from "./records.ts";
import type { AgentRecord } from "./records.ts";
import { STATUSES } from "./status.ts";
import { focusOf } from "./world.ts";
import type { Pane, World } from "./world.ts";

/** What a field of an agent holds; null where it has none. */
type Held = string | number | boolean | null;

interface Viewed {
  readonly pane: Pane;
  readonly record: AgentRecord;
}

/** The agents that a view shows, in its order; agents that it takes for equal stay in their own. */
export function viewedAgents(world: World, { filter, sort }: AgentView): Pane[] {
  const agents = agentsInOrder(world).map((pane) => ({ pane, record: agentRecord(world, pane) }));
  const shown = agents.filter((agent) => filter === null || passes(world, filter, agent));
  const keys = new Map(
    shown.map((agent) => [agent, sort.map(({ field }) => heldBy(world, field, agent))]),
  );
  const compare = (one: Viewed, other: Viewed): number => {
    for (const [at, { isDescending }] of sort.entries()) {
      const order = compared(
        keys.get(one)?.[at] ?? null,
        keys.get(other)?.[at] ?? null,
        isDescending,
      );
      if (order !== 0) return order;
    }
    return 0;
  };
  return shown.toSorted(compare).map(({ pane }) => pane);
}

/** What is missing stands last, in both orders. */
function compared(one: Held, other: Held, isDescending: boolean): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other === isDescending ? 1 : -1;
}

function passes(world: World, filter: Filter, agent: Viewed): boolean {
  switch (filter.op) {
    case "all":
      return filter.filters.every((one) => passes(world, one, agent));
    case "any":
      return filter.filters.some((one) => passes(world, one, agent));
    case "not":
      return !passes(world, filter.filter, agent);
    case "exists":
      return heldBy(world, filter.field, agent) !== null;
    case "in": {
      const held = heldBy(world, filter.field, agent);
      return filter.values.some((value) => meant(world, value) === held);
    }
  }
}

/** A context is the place in front when the view is looked at. */
function meant(world: World, value: Value): Held {
  if (typeof value !== "object") return value;
  const focus = focusOf(world);
  if (focus === null) return "";
  return value.context === "current_workspace_id"
    ? publicWorkspaceId(focus.workspace.id)
    : publicTabId(focus.workspace.id, focus.tab.id);
}

const FIELDS: Readonly<Record<string, (world: World, agent: Viewed) => Held>> = {
  status: (_, { record }) => record.agent_status,
  workspace_id: (_, { record }) => record.workspace_id,
  tab_id: (_, { record }) => record.tab_id,
  pane_id: (_, { record }) => record.pane_id,
  agent: (_, { record }) => record.agent ?? null,
  seen: (_, { record }) => record.agent_status !== "done",
  state_change_seq: (_, { record }) => record.state_change_seq,
  attention: (_, { record }) => STATUSES.indexOf(record.agent_status),
  workspace_order: ({ workspaces }, { pane }) =>
    workspaces.findIndex(({ id }) => id === pane.workspaceId),
  tab_order: ({ links }, { pane }) => links.findIndex(({ tabId }) => tabId === pane.tabId),
  pane_order: (_, { pane }) => pane.index,
};

function heldBy(world: World, field: Field, agent: Viewed): Held {
  if (field.startsWith("$")) return agent.record.tokens?.[field.slice(1)] ?? null;
  return FIELDS[field]?.(world, agent) ?? null;
}
