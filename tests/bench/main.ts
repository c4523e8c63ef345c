/**
 * `bun run bench [NAME…] [--json FILE]`: every bar of speed and size, measured as ratios in one run on private tmux
 * servers, through `bin/taw` as installed. Exit 1 when a bar does not hold.
 */
import { writeFileSync } from "node:fs";
import { agentList } from "./agent-list.ts";
import { changes } from "./changes.ts";
import { idle } from "./idle.ts";
import { latency } from "./latency.ts";
import { load } from "./load.ts";
import { throughput } from "./throughput.ts";
import type { Bench, Outcome } from "./bench.ts";
import { cockpit } from "./cockpit.ts";
import { events } from "./events.ts";
import { filter } from "./filter.ts";
import { runProxy } from "./run-proxy.ts";
import { socket } from "./socket.ts";
import { typing } from "./typing.ts";

const BENCHES: readonly Bench[] = [
  agentList,
  changes,
  cockpit,
  events,
  filter,
  idle,
  latency,
  load,
  runProxy,
  socket,
  throughput,
  typing,
];

function table(outcome: Outcome): string {
  const lines = outcome.rows.map(({ what, figure, bar, isHeld }) =>
    [
      what.padEnd(62),
      figure.padStart(12),
      bar.padStart(14),
      bar === "" ? "" : isHeld ? "held" : "MISSED",
    ].join("  "),
  );
  return lines.join("\n");
}

const words = process.argv.slice(2);
const jsonAt = words.indexOf("--json");
const jsonPath = jsonAt < 0 ? null : (words[jsonAt + 1] ?? null);
const wanted = words.filter(
  (word, at) => !word.startsWith("--") && (jsonAt < 0 || at !== jsonAt + 1),
);
const unknown = wanted.filter((name) => !BENCHES.some((bench) => bench.name === name));
if (unknown.length > 0) {
  console.error(
    `no bench ${unknown.join(", ")}; there are ${BENCHES.map(({ name }) => name).join(", ")}`,
  );
  process.exit(2);
}
const outcomes: Record<string, Outcome> = {};
for (const bench of BENCHES) {
  if (wanted.length > 0 && !wanted.includes(bench.name)) continue;
  console.log(`\n${bench.name}: ${bench.about}`);
  const outcome = await bench.run();
  outcomes[bench.name] = outcome;
  console.log(table(outcome));
}
if (jsonPath) writeFileSync(jsonPath, `${JSON.stringify(outcomes, null, 1)}\n`);
const missed = Object.values(outcomes).some((outcome) => outcome.rows.some((row) => !row.isHeld));
process.exit(missed ? 1 : 0);
