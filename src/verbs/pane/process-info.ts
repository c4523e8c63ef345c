import { couldRefuse } from "../../core/grants.ts";
import { publicPaneId } from "../../core/ids.ts";
import { foregroundJob } from "../../core/job.ts";
import type { Process } from "../../core/job.ts";
import type { Pane, World } from "../../core/world.ts";
import type { Edges } from "../../edges.ts";
import { readTree, workingFolder } from "../../system/proc.ts";
import { PANE_SELECTOR, selectedPane } from "../target.ts";
import { defineVerb } from "../verb.ts";

/** One of `foreground_processes` (reference/herdr/records.md §3, "PaneProcessInfo"). */
function processRecord(process: Process, isWhole: boolean) {
  if (!isWhole) return { pid: process.pid, name: process.comm };
  const cwd = workingFolder(process);
  const [argv0] = process.argv;
  return {
    pid: process.pid,
    name: process.comm,
    ...(argv0 !== undefined && {
      argv0,
      cmdline: process.argv.join(" "),
      argv: [...process.argv],
    }),
    ...(cwd !== null && { cwd }),
  };
}

/** A command line may hold what its caller may not know: who only reads is told its own pane's alone (docs/SECURITY.md). */
async function seesWords(edges: Edges, world: World, pane: Pane): Promise<boolean> {
  if (!couldRefuse(world, "write")) return true;
  const { place, grants } = await edges.rights(world);
  return place === pane.id || grants.includes("write");
}

export default defineVerb({
  path: ["pane", "process-info"],
  summary: "Show what runs in front in a pane",
  method: "pane.process_info",
  requestId: "cli:pane:process_info",
  result: "pane_process_info",
  args: PANE_SELECTOR,
  rules: [{ atMostOne: ["paneId", "current"] }],
  run: async (edges, args) => {
    const world = await edges.look();
    const { pane, workspaceId } = selectedPane(edges, world, args);
    const isWhole = await seesWords(edges, world, pane);
    const job = pane.pid > 0 ? foregroundJob(await readTree(pane.pid), pane.pid) : null;
    return {
      type: "pane_process_info",
      process_info: {
        pane_id: publicPaneId(workspaceId, pane.id),
        ...(pane.pid > 0 && { shell_pid: pane.pid }),
        ...(job && { foreground_process_group_id: job.group }),
        ...(pane.tty && { tty: pane.tty }),
        ...(job && {
          foreground_processes: job.processes.map((one) => processRecord(one, isWhole)),
        }),
      },
    };
  },
});
