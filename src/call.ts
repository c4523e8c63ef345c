import { errorLine, requestId, resultLine } from "./cli/envelope.ts";
import type { Globals } from "./cli/globals.ts";
import type { Face } from "./core/face.ts";
import { Failure, UsageError } from "./core/failure.ts";
import { inertLine } from "./core/inert.ts";
import { makeEdges } from "./edges.ts";
import type { Handed } from "./edges.ts";
import { variable } from "./system/env.ts";
import type { Environment } from "./system/env.ts";
import { printText } from "./system/output.ts";
import type { AnyVerb, Answer, ParsedArgs } from "./verbs/verb.ts";

/** A call whose words are understood. */
export interface Call {
  verb: AnyVerb;
  values: ParsedArgs;
  globals: Globals;
  environment: Environment;
}

/** Runs a verb and prints its answer or its failure; gives the exit code. A bug rises. */
export async function runVerb(call: Call, handed: Handed): Promise<number> {
  const { verb, values, globals, environment } = call;
  const { face, socketName, socketPath } = globals;
  const uid = process.getuid?.() ?? 0;
  try {
    const edges = makeEdges({
      environment,
      face,
      socketName,
      socketPath,
      behindHerdr: await behindHerdr(face, environment),
      uid,
      grant: verb.grant ?? "read",
      caller: { pid: process.pid, seenMs: 0 },
      ...handed,
    });
    const result = await verb.run(edges, values);
    if (result.type === undefined) return result.exitCode;
    await printAnswer(verb, values, globals, result);
    return verb.exitCode?.(result) ?? 0;
  } catch (error) {
    return tellRefusal(call, error);
  }
}

/** What a refusal looks like to the verb's callers, on stderr; gives the exit code. */
function tellRefusal({ verb, values, globals: { face } }: Call, error: unknown): 1 | 2 {
  const isRefusal = error instanceof Failure || error instanceof UsageError;
  if (isRefusal && verb.failsPlainly?.(values) === true) {
    console.error(`${face.name} ${verb.path.join(" ")}: ${inertLine(error.message)}`);
    return error instanceof UsageError ? 2 : 1;
  }
  if (!(error instanceof Failure)) throw error;
  console.error(errorLine(face, verb.isBare ? null : requestId(verb), error));
  return 1;
}

/** Seldom: a tool of herdr's that runs outside tmux, and was told which socket is meant. */
async function behindHerdr(face: Face, environment: Environment): Promise<string | null> {
  if (face.serverVariables === null || variable(environment, "TMUX") !== null) return null;
  const path = variable(environment, face.serverVariables.socket);
  if (path?.startsWith("/") !== true) return null;
  const { tmuxBehind } = await import("./system/tmux-link.ts");
  return tmuxBehind(path);
}

async function printAnswer(
  verb: AnyVerb,
  values: ParsedArgs,
  { face }: Globals,
  result: Answer,
): Promise<void> {
  if (verb.isSilent) return;
  const text = verb.print?.(result, values) ?? `${resultLine(face, requestId(verb), result)}\n`;
  await printText(text);
}
