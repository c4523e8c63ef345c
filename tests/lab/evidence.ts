import * as v from "valibot";
import { Glob } from "bun";
import { judge, runLog, wrongSightings } from "./run-log.ts";
import type { Judged, RunLog } from "./run-log.ts";

const cell = (text: string): string => text.replaceAll("|", "\\|");

function row(judged: Judged): string {
  const { seen } = judged;
  const told = seen
    ? [seen.status, `${judged.delayMs} ms`, seen.source, seen.rule]
    : ["never", "", "", ""];
  const truth = [`${(judged.atMs / 1000).toFixed(2)} s`, judged.status, judged.why];
  return `| ${[...truth, ...told].map(cell).join(" | ")} |`;
}

function section(log: RunLog): string {
  const wrong = wrongSightings(log);
  const rows = judge(log).map(row);
  const how = log.isProxied ? ", behind `taw run`" : "";
  const head = [
    `## ${log.agent}`,
    "",
    `\`${log.package}\`${how}, ${log.date}, ${log.tmux}. ${log.identifiedAs}`,
    "",
    "| at | true | known by | taw said | after | source | rule |",
    "| --- | --- | --- | --- | --- | --- | --- |",
  ];
  const wrongLine =
    wrong.length === 0
      ? "No wrong state in between."
      : `Wrong in between: ${wrong.map((one) => `${one.status} at ${(one.atMs / 1000).toFixed(2)} s (${one.rule})`).join(", ")}.`;
  return [...head, ...rows, "", wrongLine, ""].join("\n");
}

/** docs/EVIDENCE.md, derived from the committed run logs and nothing else. */
export function evidence(logs: readonly RunLog[]): string {
  const sorted = logs.toSorted((a, b) => a.agent.localeCompare(b.agent));
  return `# Evidence

Real agents from npm, driven by \`bun run lab AGENT\` in a network of their own against a scripted model, with taw's
ordinary loader and watchers beside them. "Known by" is the model's own record (a request came, the turn ended) or what
the driver did and saw; "after" is how much later taw wrote the state on the pane, negative where the agent's own word
came before the driver could know. The run logs lie in \`docs/evidence/\`; this page is made from them by
\`bun run docs\`.

${sorted.map(section).join("\n")}`;
}

/** The page that the run logs of a folder make. */
export async function evidencePage(folder: string): Promise<string> {
  const names = [...new Glob("*.json").scanSync(folder)];
  const logs = names.map(async (name) =>
    v.parse(runLog, await Bun.file(`${folder}/${name}`).json()),
  );
  return evidence(await Promise.all(logs));
}
