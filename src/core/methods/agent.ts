import { listOf, maybe, orElse, recordOf, text, u64 } from "../schema.ts";
import { agentStatus, readParams, viewSort } from "./kinds.ts";
import { NO_PARAMS } from "./row.ts";
import type { MethodRows } from "./row.ts";

const target = { target: text } as const;

export const AGENT_METHODS: MethodRows = {
  "agent.explain": { params: target },
  "agent.focus": { params: target },
  "agent.get": { params: target },
  "agent.list": NO_PARAMS,
  "agent.prompt": {
    params: {
      ...target,
      text,
      wait: maybe(recordOf({ until: maybe(listOf(agentStatus)), timeout_ms: maybe(u64) })),
    },
  },
  "agent.read": { params: { ...target, ...readParams } },
  "agent.rename": { params: { ...target, name: maybe(text) } },
  "agent.send_keys": { params: { ...target, keys: listOf(text) } },
  "agent.start": {
    params: {
      name: text,
      kind: text,
      pane_id: text,
      args: maybe(listOf(text)),
      timeout_ms: orElse(u64, 30_000),
    },
  },
  "agent.view.clear": { params: { source: maybe(text) } },
  "agent.view.set": {
    params: {
      source: text,
      label: maybe(text),
      filter: maybe({ kind: "named", name: "AgentViewFilter" }),
      sort: maybe(listOf(viewSort)),
    },
  },
  "agent.wait": {
    params: { ...target, until: maybe(listOf(agentStatus)), timeout_ms: maybe(u64) },
  },
};
