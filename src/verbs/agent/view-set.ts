import { agentView, printView } from "../../core/agent-view.ts";
import { Failure } from "../../core/failure.ts";
import { parseJson } from "../../core/json.ts";
import { requireFocusedWorkspace } from "../target.ts";
import { defineVerb } from "../verb.ts";

/** Kept for who shows agents to people: `agent list --view` follows it. A new view takes the place of the last. */
export default defineVerb({
  path: ["agent", "view", "set"],
  summary: "Choose which agents a view shows, and in which order",
  grant: "admin",
  method: "agent.view.set",
  result: "agent_view",
  args: {
    source: { kind: "text", required: true, value: "ID", doc: "whose view it is" },
    label: { kind: "text", value: "TEXT", doc: "how it is called on screens" },
    filter: {
      kind: "text",
      value: "JSON",
      doc: 'such as {"op":"eq","field":"status","value":"blocked"}',
    },
    sort: { kind: "list", value: "JSON", doc: 'such as {"field":"attention"}, again for the next' },
  },
  run: async (edges, args) => {
    const params = {
      source: args.source,
      ...(args.label !== null && { label: args.label }),
      ...(args.filter !== null && { filter: parseJson(args.filter) ?? args.filter }),
      ...(args.sort.length > 0 && { sort: args.sort.map((one) => parseJson(one) ?? one) }),
    };
    const { source, label } = agentView(params);
    refuseUnknownPlugin(source);
    const seen = await edges.look();
    const value = printView(source, params);
    await edges.change(seen, {
      target: requireFocusedWorkspace(seen).id,
      commands: [["set-option", "-s", "@agent_wizard_view", value]],
    });
    return { type: "agent_view", active: true, source, ...(label !== null && { label }) };
  },
});

/** A plugin's view is taken from a plugin that is installed and enabled only; this taw runs none yet. */
function refuseUnknownPlugin(source: string): void {
  if (!source.startsWith("plugin:")) return;
  throw new Failure(
    "not_found",
    `plugin ${source.slice("plugin:".length)} is not installed: give a view of your own another source`,
    {
      subject: "plugin",
    },
  );
}
