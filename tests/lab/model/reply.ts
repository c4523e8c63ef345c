import type { Tool } from "./conversation.ts";
import type { Step } from "./script.ts";
import { shellCall } from "./shell-call.ts";
import type { ToolCall } from "./shell-call.ts";

export type Piece = { text: string } | { think: string } | { call: ToolCall };

const WORDS =
  "the scripted model is still writing its answer and every word of it comes after a short pause so that the agent keeps its working look".split(
    " ",
  );
const WORD_EVERY_MS = 150;

async function* words(seconds: number, signal: AbortSignal): AsyncGenerator<string> {
  const endsAt = Date.now() + seconds * 1000;
  for (let at = 0; Date.now() < endsAt && !signal.aborted; at++) {
    yield `${WORDS[at % WORDS.length]}${at % 40 === 39 ? ".\n\n" : " "}`;
    await Bun.sleep(WORD_EVERY_MS);
  }
}

/** The pieces of one response: the steps in order; a tool call ends it, the agent comes back with the result. */
export async function* reply(
  steps: readonly Step[],
  tools: readonly Tool[],
  signal: AbortSignal,
): AsyncGenerator<Piece> {
  for (const step of steps) {
    if (step.op === "SLOW") for await (const text of words(step.seconds, signal)) yield { text };
    if (step.op === "THINK") for await (const think of words(step.seconds, signal)) yield { think };
    if (step.op === "HANG") await Bun.sleep(step.seconds * 1000);
    if (step.op === "SAY") yield { text: step.text };
    if (step.op === "RUN") {
      const call = shellCall(step.command, tools);
      if (call) {
        yield { call };
        return;
      }
      yield { text: `(no shell tool among ${tools.map((tool) => tool.name).join(", ")})` };
    }
  }
  yield { text: " That is all." };
}
