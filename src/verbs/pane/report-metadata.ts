import { paneReport } from "../../core/metadata-report.ts";
import { queueAppend } from "../../core/queue.ts";
import { commandText } from "../../tmux/change.ts";
import type { Command } from "../../tmux/client.ts";
import { addReport, METADATA_WORDS } from "../metadata.ts";
import { namedPane } from "../target.ts";
import { defineVerb } from "../verb.ts";

/** The last agent has gone and no other has come: a report about one comes too late. */
const HAS_LEFT = "#{&&:#{==:#{@agent_kind},},#{!=:#{@agent_final_state},}}";

const unlessLeft = (target: string, command: Command): Command => [
  "if-shell",
  "-F",
  "-t",
  target,
  HAS_LEFT,
  "",
  commandText([command]),
];

export default defineVerb({
  path: ["pane", "report-metadata"],
  summary: "Report a title, a name, state labels or tokens to show with a pane",
  grant: "own",
  method: "pane.report_metadata",
  requestId: "cli:request",
  result: "ok",
  isSilent: true,
  args: {
    paneId: { kind: "word", required: true, value: "PANE", doc: "w1:p1 or %0" },
    ...METADATA_WORDS,
    agent: { kind: "text", value: "LABEL", doc: "shown only while this agent is in the pane" },
    appliesToSource: {
      kind: "text",
      value: "ID",
      doc: "shown only while that source reports the pane's state",
    },
    title: { kind: "text", value: "TEXT", doc: "a title for the pane" },
    clearTitle: { kind: "flag", doc: "take the title off" },
    displayAgent: { kind: "text", value: "TEXT", doc: "how the agent is called on screens" },
    clearDisplayAgent: { kind: "flag", doc: "take that name off" },
    stateLabels: {
      kind: "list",
      flag: "--state-label",
      value: "STATUS=TEXT",
      doc: "how a state is called on screens",
    },
    clearStateLabels: { kind: "flag", doc: "take those words off" },
  },
  run: async (edges, args) => {
    const isAboutAgent = args.agent !== null;
    await addReport(
      edges,
      {
        option: "@agent_metadata",
        find: (world) => {
          const { pane } = namedPane(edges, world, args.paneId);
          return { target: pane.id, metadata: pane.metadata };
        },
        set: (id, text) => {
          const command = ["set-option", "-p", "-t", id, "@agent_metadata", text];
          return [isAboutAgent ? unlessLeft(id, command) : command, queueAppend("updated", id)];
        },
      },
      () => paneReport(args),
    );
    return { type: "ok" };
  },
});
