import { Failure } from "../../core/failure.ts";
import { publicPaneId } from "../../core/ids.ts";
import { lineThatMatches } from "../../core/screen.ts";
import type { ScreenQuestion, ScreenText } from "../../core/screen.ts";
import type { Edges } from "../../edges.ts";
import { readScreen } from "../../tmux/screen.ts";
import { followOutput, lineTest, unwrapped } from "../output.ts";
import { questionOf, READ_ARGS, readRecord } from "../read-args.ts";
import { missing, shown } from "../named.ts";
import { namedPane } from "../target.ts";
import type { PlacedPane } from "../target.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["pane", "wait-output"],
  summary: "Wait until a pane shows a line",
  method: "pane.wait_for_output",
  result: "output_matched",
  args: {
    paneId: { kind: "word", required: true, value: "PANE", doc: "w1:p1 or %0" },
    match: { kind: "text", value: "TEXT", doc: "a line that holds this text" },
    regex: { kind: "text", value: "PATTERN", doc: "a line that matches this (Rust's dialect)" },
    ...READ_ARGS,
    timeoutMs: {
      kind: "number",
      flag: "--timeout",
      value: "MS",
      min: 0,
      doc: "give up after this; 0 looks once (for ever)",
    },
  },
  rules: [{ exactlyOne: ["match", "regex"] }],
  run: async (edges, args) => {
    const isWanted = await lineTest(args.match, args.regex);
    const placed = namedPane(edges, await edges.look(), args.paneId);
    const question = unwrapped(questionOf(args));
    const wait = { edges, target: args.paneId, placed, question, isWanted };
    const { line, screen } = await waitForLine(wait, args.timeoutMs);
    return {
      type: "output_matched",
      pane_id: publicPaneId(placed.workspaceId, placed.pane.id),
      revision: 0,
      matched_line: line,
      read: readRecord(placed, question, screen),
    };
  },
});

interface Wait {
  edges: Edges;
  target: string;
  placed: PlacedPane;
  question: ScreenQuestion;
  isWanted: (line: string) => boolean;
}

interface Matched {
  line: string;
  screen: ScreenText;
}

/** Looks until a line matches: what is shown already counts. Throws `timeout`, and `not_found` when the pane goes. */
async function waitForLine(wait: Wait, timeoutMs: number | null): Promise<Matched> {
  const { clock } = wait.edges;
  const endMs = timeoutMs === null ? Infinity : clock.monotonicMs() + timeoutMs;
  using output = await followOutput(wait.edges, wait.placed.pane.tty);
  for (;;) {
    const screen = await lookAt(wait);
    const line = lineThatMatches(screen.text, wait.isWanted);
    if (line !== null) return { line, screen };
    const leftMs = endMs - clock.monotonicMs();
    if (leftMs <= 0 || wait.edges.gone?.aborted) throw timedOut(wait, timeoutMs);
    await output.next(leftMs);
  }
}

async function lookAt({ edges, target, placed, question }: Wait): Promise<ScreenText> {
  try {
    return await readScreen(edges.tmux, placed.pane.id, question);
  } catch (error) {
    if (error instanceof Failure && error.code === "not_found") throw missing("pane", target);
    throw error;
  }
}

function timedOut({ target }: Wait, timeoutMs: number | null): Failure {
  const time = timeoutMs === null ? "while its caller was there" : `in ${timeoutMs} ms`;
  return new Failure("timeout", `pane ${shown(target)} showed no line that matches ${time}`);
}
