import { tokenReport } from "../../core/metadata-report.ts";
import { queueAppend } from "../../core/queue.ts";
import { addReport, METADATA_WORDS } from "../metadata.ts";
import { requireWorkspace } from "../target.ts";
import { defineVerb } from "../verb.ts";

/** Told as workspace.metadata_updated and, as the plugin spec says, as workspace.updated. */
export default defineVerb({
  path: ["workspace", "report-metadata"],
  summary: "Report tokens to show with a workspace",
  grant: "own",
  method: "workspace.report_metadata",
  requestId: "cli:request",
  result: "ok",
  isSilent: true,
  args: {
    workspaceId: { kind: "word", required: true, value: "WORKSPACE", doc: "w1 or $0" },
    ...METADATA_WORDS,
  },
  run: async (edges, args) => {
    await addReport(
      edges,
      {
        option: "@agent_wizard_metadata",
        find: (world) => {
          const { id, metadata } = requireWorkspace(world, args.workspaceId);
          return { target: id, metadata };
        },
        set: (id, text) => [
          ["set-option", "-t", id, "@agent_wizard_metadata", text],
          queueAppend("workspace-metadata", id),
          queueAppend("workspace-changed", id),
        ],
      },
      () => tokenReport(args),
    );
    return { type: "ok" };
  },
});
