/** What the person's last words ask the scripted model to do: steps joined by ` THEN `. */
export type Step =
  | { op: "SLOW" | "THINK" | "HANG"; seconds: number }
  | { op: "RUN"; command: string }
  | { op: "SAY"; text: string }
  | { op: "ERROR"; code: number };

const DIRECTIVE = /(?:^|[\s"'>])((?:SLOW|THINK|HANG|RUN|SAY|ERROR)\s.*)/s;

function parseStep(text: string): Step {
  const [, op = "SAY", rest = text] =
    /^(SLOW|THINK|HANG|RUN|SAY|ERROR)\s+(.*)$/s.exec(text.trim()) ?? [];
  if (op === "SLOW" || op === "THINK" || op === "HANG")
    return { op, seconds: Number.parseFloat(rest) || 1 };
  if (op === "RUN") return { op, command: rest };
  if (op === "ERROR") return { op, code: Number.parseInt(rest, 10) || 500 };
  return { op: "SAY", text: rest };
}

/** The last line with a directive counts; text without one asks for nothing in particular. */
export function parseScript(text: string): Step[] {
  const line = text
    .split("\n")
    .findLast((one) => /^\s*(?:SLOW|THINK|HANG|RUN|SAY|ERROR)\s/.test(one));
  const found = DIRECTIVE.exec(line ?? text)?.[1]?.split("\n")[0];
  return found ? found.split(/\s+THEN\s+/).map(parseStep) : [];
}

/** One message of a conversation, whatever the wire format: who spoke, and what a person said. */
export interface Turn {
  role: "user" | "assistant" | "tool";
  text: string;
}

/**
 * The steps that are still to be done: those of the last prompt with a directive, after the tool steps whose results
 * have come back since.
 */
export function stepsLeft(turns: readonly Turn[]): Step[] {
  const at = turns.findLastIndex(
    (turn) => turn.role === "user" && parseScript(turn.text).length > 0,
  );
  if (at < 0) return [];
  const script = parseScript(turns[at]?.text ?? "");
  let answered = 0;
  for (const [index, turn] of turns.slice(at + 1).entries()) {
    if (turn.role === "tool" && turns[at + index]?.role !== "tool") answered++;
  }
  const left = [...script];
  while (answered > 0 && left.some((step) => step.op === "RUN")) {
    left.splice(0, left.findIndex((step) => step.op === "RUN") + 1);
    answered--;
  }
  return left;
}
