import type { Command, Tmux } from "./client.ts";
import { asHeld } from "./version.ts";

/** A line that no command of ours prints: names and keys hold no TAB at their start. */
const markerOf = (name: string): string => `\t=${name}`;

/**
 * Several questions in one tmux call, each answer under its name. An answer is what the command printed, newlines
 * included, so that "printed nothing" and "printed an empty value" stay apart. None may print a screen.
 *
 * @throws Failure as `run` does, also when only one of the commands fails
 */
export async function ask<Name extends string>(
  tmux: Tmux,
  questions: Readonly<Record<Name, Command>>,
): Promise<Record<Name, string>> {
  const names = Object.keys(questions) as Name[];
  const commands = names.flatMap((name): Command[] => [
    ["display-message", "-p", markerOf(name)],
    questions[name],
  ]);
  const printed = await tmux.run(["display-message", "-p", "#{version}"], ...commands);
  let rest = asHeld(printed, printed.slice(0, printed.indexOf("\n")));
  const answers: Partial<Record<Name, string>> = {};
  for (const name of names.toReversed()) {
    const marker = `${markerOf(name)}\n`;
    const at = rest.lastIndexOf(marker);
    answers[name] = rest.slice(at + marker.length);
    rest = rest.slice(0, at);
  }
  return answers as Record<Name, string>;
}
