import { parseArgs } from "node:util";
import { type Capture, DRIVEN_KINDS, readCaptures } from "./captures.ts";
import {
  type Conditions,
  folds,
  percentRight,
  scoreAll,
  type Scored,
  tally,
  type Tally,
} from "./score.ts";

const BARS = {
  rightPercent: 98,
  rightPercentOfEach: 95,
  falseBlocked: 0,
  missedBlockedPercent: 1,
  leaveOutPoints: 2,
};

const CONDITIONS: readonly Conditions[] = [
  { titles: true, supplements: true },
  { titles: false, supplements: true },
  { titles: true, supplements: false },
  { titles: false, supplements: false },
];

type Line = { kind: string; state: string; tally: Tally };

type Report = {
  conditions: Conditions;
  lines: readonly Line[];
  driven: Tally;
  foldsRight: readonly number[];
  misses: readonly Scored[];
};

const isDriven = (kind: string): boolean => DRIVEN_KINDS.some((driven) => driven === kind);

function linesOf(scored: readonly Scored[]): readonly Line[] {
  const kinds = Map.groupBy(scored, ({ capture }) => capture.kind);
  const lines: Line[] = [];
  for (const [kind, own] of kinds) {
    lines.push({ kind, state: "all", tally: tally(own) });
    for (const [state, part] of Map.groupBy(own, ({ capture }) => capture.state))
      lines.push({ kind, state, tally: tally(part) });
  }
  return lines;
}

async function reportOf(captures: readonly Capture[], conditions: Conditions): Promise<Report> {
  const scored = await scoreAll(captures, conditions);
  const driven = scored.filter(({ capture }) => isDriven(capture.kind));
  return {
    conditions,
    lines: linesOf(scored),
    driven: tally(driven),
    foldsRight: folds(driven).map((part) => percentRight(tally(part))),
    misses: scored.filter(({ verdict }) => verdict !== "right"),
  };
}

/** What of the bars a report does not hold, in words; the bars are for titles and supplements on. */
function brokenBars({ driven, lines, foldsRight }: Report): readonly string[] {
  const broken: string[] = [];
  const right = percentRight(driven);
  if (right < BARS.rightPercent) broken.push(`${right.toFixed(2)} % right, not 98 %`);
  for (const line of lines)
    if (
      line.state === "all" &&
      isDriven(line.kind) &&
      percentRight(line.tally) < BARS.rightPercentOfEach
    )
      broken.push(`${line.kind}: ${percentRight(line.tally).toFixed(2)} % right, not 95 %`);
  if (driven.falseBlocked > BARS.falseBlocked) broken.push(`${driven.falseBlocked} false blocked`);
  if (100 * driven.missedBlocked > BARS.missedBlockedPercent * driven.blocked)
    broken.push(`${driven.missedBlocked} of ${driven.blocked} blocked missed, more than 1 %`);
  if (right - Math.min(...foldsRight) > BARS.leaveOutPoints)
    broken.push(`the worst fold is ${(right - Math.min(...foldsRight)).toFixed(2)} points below`);
  return broken;
}

const row = (cells: readonly (string | number)[]): string =>
  cells.map((cell, index) => String(cell).padEnd(index < 2 ? 14 : 9)).join("");

const HEADER = row([
  "agent",
  "state",
  "captures",
  "right",
  "%",
  "wrong",
  "none",
  "false B",
  "missed B",
]);

const tallyRow = ({ kind, state, tally: line }: Line): string =>
  row([
    kind,
    state,
    line.captures,
    line.right,
    percentRight(line).toFixed(1),
    line.wrong,
    line.none,
    line.falseBlocked,
    line.missedBlocked,
  ]);

const heading = ({ titles, supplements }: Conditions): string =>
  `${titles ? "with" : "without"} titles, ${supplements ? "with" : "without"} supplements`;

function print(report: Report, isFull: boolean): void {
  console.log(`\n${heading(report.conditions)}\n${HEADER}`);
  for (const line of report.lines) if (isFull || line.state === "all") console.log(tallyRow(line));
  console.log(tallyRow({ kind: "driven", state: "all", tally: report.driven }));
  const worst = Math.min(...report.foldsRight).toFixed(1);
  const best = Math.max(...report.foldsRight).toFixed(1);
  console.log(`five folds by section and width: ${worst} to ${best} % right`);
}

function printMisses({ misses }: Report): void {
  for (const { capture, answer, rule, verdict } of misses)
    console.log(
      `${verdict} ${capture.id} ${capture.section} ${capture.width}: is ${capture.accept.join("/")}, read ${answer} ${rule}`,
    );
}

const { values, positionals } = parseArgs({
  args: Bun.argv.slice(2),
  options: { json: { type: "boolean" }, misses: { type: "boolean" } },
  allowPositionals: true,
});
const root = positionals[0] ?? Bun.env["TAW_CAPTURES"] ?? `${import.meta.dir}/../fixtures/panes`;
const captures = await readCaptures(root);
const reports: Report[] = [];
for (const conditions of CONDITIONS) reports.push(await reportOf(captures, conditions));
const [first] = reports;
const broken = first === undefined ? ["nothing was scored"] : brokenBars(first);

if (values.json === true) {
  const plain = reports.map(({ misses: _misses, ...rest }) => rest);
  console.log(JSON.stringify({ root, bars: BARS, broken, reports: plain }, null, 2));
} else {
  for (const report of reports) {
    print(report, report === first);
    if (values.misses === true) printMisses(report);
  }
  console.log(broken.length === 0 ? "\nevery bar is held" : `\nnot held: ${broken.join("; ")}`);
}
process.exitCode = broken.length === 0 ? 0 : 1;
