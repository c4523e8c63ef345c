import { askedIn } from "./gist/asked.ts";
import { claude } from "./gist/claude.ts";
import { cline } from "./gist/cline.ts";
import { codex } from "./gist/codex.ts";
import { commandCode } from "./gist/command-code.ts";
import { copilot } from "./gist/copilot.ts";
import { gemini } from "./gist/gemini.ts";
import { letta } from "./gist/letta.ts";
import { mastracode } from "./gist/mastracode.ts";
import { omp } from "./gist/omp.ts";
import { opencode } from "./gist/opencode.ts";
import { pi } from "./gist/pi.ts";
import { qodercli } from "./gist/qodercli.ts";
import { qwen } from "./gist/qwen.ts";
import { saidIn } from "./gist/said.ts";
import type { Shape } from "./gist/shape.ts";
import type { RuleState } from "./manifest.ts";
import { splitLines } from "./regions.ts";

/** Kind → how it lays out its dialogs and its replies. A kind that is not here is read by its dialogs' form alone. */
const SHAPES = new Map<string, Shape>(
  Object.entries({
    claude,
    cline,
    codex,
    "command-code": commandCode,
    copilot,
    gemini,
    kilo: opencode,
    letta,
    mastracode,
    omp,
    opencode,
    pi,
    qodercli,
    qwen,
  }),
);

/** No screen is taller; what stands higher is no part of a dialog or of the last reply. */
const MOST_ROWS = 300;
const MOST_COLUMNS = 500;

/**
 * What an agent's screen tells in one inert line of at most 200 characters, given the state that the rules read from
 * it: blocked → what it asks (`Bash: touch x`, or the question), idle → its last words. "" where the screen says
 * nothing: a working agent's words are gone before they are read.
 *
 * @param screen plain rows joined by newlines, as `capture-pane -p` prints them
 */
export function gistOf(kind: string, state: RuleState, screen: string): string {
  if (state !== "blocked" && state !== "idle") return "";
  const shape = SHAPES.get(kind) ?? null;
  const rows = splitLines(screen)
    .slice(-MOST_ROWS)
    .map((row) => plainRow(row, shape));
  if (state === "blocked") return askedIn(rows, shape);
  return shape?.says ? saidIn(rows, shape.says) : "";
}

function plainRow(row: string, shape: Shape | null): string {
  const cut = row.slice(0, MOST_COLUMNS).trimEnd();
  return shape?.bar ? cut.replace(shape.bar, "").trimEnd() : cut;
}
