import { inertText } from "../../core/inert.ts";
import type { EvaluatedRule, Explanation } from "../../detect/explain.ts";
import type { Chain, Explained } from "./live.ts";
import type { Classified } from "./saved.ts";

/** What `agent explain` prints for people: one fact a line, its name in front. */

type Line = [name: string, text: string];

const print = (lines: readonly Line[]): string =>
  lines.map(([name, text]) => `${name.padEnd(10)} ${text}\n`).join("");

const quoted = (text: string): string => (text === "" ? "none" : `"${inertText(text, 200)}"`);

/** Kind, status, what it asks or has said last, rule and evidence of one look; with `isVerbose` every rule that was tried. */
export function explanationText(
  explanation: Explanation,
  gist: string,
  isVerbose: boolean,
): string {
  return print([
    ["kind", explanation.agent],
    ["status", statusText(explanation)],
    ...(gist === ""
      ? []
      : [[explanation.state === "blocked" ? "asks" : "message", quoted(gist)] satisfies Line]),
    ["rule", ruleText(explanation)],
    ...evidenceLines(explanation),
    ["manifest", manifestText(explanation)],
    ...(explanation.warning === null ? [] : [["warning", explanation.warning] satisfies Line]),
    ...(isVerbose ? explanation.evaluated_rules.map(triedLine) : []),
  ]);
}

function statusText({ state, skip_state_update: isSkipped, fallback_reason: reason }: Explanation) {
  if (reason !== null) return `${state} (no rule matched, so the status before it stays)`;
  return isSkipped ? `${state} (a look that is thrown away)` : state;
}

function ruleText({ matched_rule: rule }: Explanation): string {
  if (rule === null) return "none";
  return `${rule.id} (priority ${rule.priority}, region ${rule.region}, source ${rule.source})`;
}

/** What the rule wanted to see, and where it looked. */
function evidenceLines({ matched_rule: rule, evaluated_rules: rules }: Explanation): Line[] {
  const matched = rule && rules.find((one) => one.matched && one.id === rule.id);
  if (!matched) return [["evidence", "none"]];
  const { contains, regex, line_regex: lineRegex } = matched.evidence;
  const wanted: Line[] = [
    ...contains.map((text): Line => ["evidence", `holds ${JSON.stringify(text)}`]),
    ...regex.map((pattern): Line => ["evidence", `matches ${pattern}`]),
    ...lineRegex.map((pattern): Line => ["evidence", `a line matches ${pattern}`]),
    ...nestedLine(matched),
  ];
  return [...wanted, ...previewLines(matched)];
}

/** Conditions within conditions are counted; `manifest show` has them in full. */
function nestedLine({ evidence }: EvaluatedRule): Line[] {
  const counts = [
    [evidence.all_count, "all of"],
    [evidence.any_count, "any of"],
    [evidence.not_count, "none of"],
  ] as const;
  const words = counts.flatMap(([count, word]) => (count > 0 ? `${word} ${count} conditions` : []));
  return words.length === 0 ? [] : [["evidence", words.join(", ")]];
}

function previewLines({ evidence, region }: EvaluatedRule): Line[] {
  const rows = evidence.region_preview.split("\n").filter((row) => row.trim() !== "");
  const shown = rows.map((row): Line => ["", `│ ${inertText(row, 200).trimEnd()}`]);
  return [["seen in", `${region}, ${evidence.region_bytes} bytes`], ...shown];
}

function manifestText(explanation: Explanation): string {
  const { manifest_source: source, manifest_version: version } = explanation;
  const own = explanation.supplement_rules;
  return (
    `${source ?? "none"} ${version ?? ""}`.trim() + (own > 0 ? `, and ${own} rules of taw's` : "")
  );
}

const triedLine = ({ matched, id, state, priority, region }: EvaluatedRule): Line => [
  matched ? "  matched" : "  not",
  `${id}: ${state}, priority ${priority}, region ${region}`,
];

/** The whole chain of a live pane, then the look at its screen. */
export function chainText(explained: Explained, nowMs: number, isVerbose: boolean): string {
  const { chain, explanation, kind, gist } = explained;
  const head = print([
    ["pane", `${chain.pane_id} (${chain.tmux_id})`],
    ["process", processText(chain)],
    ["title", quoted(chain.title)],
    ["progress", quoted(chain.progress)],
    ["report", reportText(chain)],
    ["watcher", watcherText(chain, nowMs)],
  ]);
  const screen = explanation
    ? explanationText(explanation, gist, isVerbose)
    : print([
        ["kind", kind],
        ["status", "unknown from the screen: no rules read a screen of this kind"],
      ]);
  return `${head}\nFrom its screen now:\n${screen}`;
}

function processText({ process }: Chain): string {
  if (process === null) return "none, the pane's program has ended";
  const name = inertText(process.name, 40);
  if (process.kind === null) return `${process.pid} ${name}, no agent that taw knows`;
  return `${process.pid} ${name}, known as ${process.kind} by its ${process.known_by}`;
}

function reportText({ report }: Chain): string {
  if (report === null) return "none, so its state comes from the screen";
  const kind = report.kind === null ? "" : ` (${report.kind})`;
  const app = report.app === null ? "" : ` from ${inertText(report.app, 40)}`;
  const message = report.msg === null ? "" : `: ${quoted(report.msg)}`;
  return `${report.state}${kind}${app}${message}`;
}

function watcherText({ watcher, written }: Chain, nowMs: number): string {
  if (written === null) return `${watcher}, has written nothing`;
  const why = [written.source, written.rule].filter(Boolean).join(", rule ") || "nothing yet";
  const since = written.since_unix_ms;
  const ago = since === null ? "" : ` ${Math.max(0, Math.round((nowMs - since) / 1000))} s ago`;
  const message = written.message === null ? "" : `: ${quoted(written.message)}`;
  return `${watcher}, wrote ${written.status} from ${why}${ago}${message}`;
}

/** One line for each of many saved screens, and how many were read right. */
export function listText(screens: readonly Classified[]): string {
  const rows = screens.map(({ path, isRight, expected, explanation }) => {
    const rule = explanation.matched_rule?.id ?? "no rule";
    const word =
      isRight === null ? "" : isRight ? " right" : ` wrong, wanted ${expected.join(" or ")}`;
    return `${path}: ${explanation.agent} ${explanation.state} (${rule})${word}\n`;
  });
  const judged = screens.filter(({ isRight }) => isRight !== null);
  const right = judged.filter(({ isRight }) => isRight === true).length;
  const sum = `${right} of ${judged.length} as expected, ${screens.length} screens\n`;
  return rows.join("") + sum;
}
