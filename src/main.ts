import { parseArgs } from "./cli/args.ts";
import { errorLine, requestId, resultLine } from "./cli/envelope.ts";
import { parseGlobals } from "./cli/globals.ts";
import type { Globals } from "./cli/globals.ts";
import { findVerb } from "./cli/find.ts";
import { Failure, UsageError } from "./core/failure.ts";
import { VERSION } from "./core/version.ts";
import { makeEdges } from "./edges.ts";
import { readEnvironment, variable } from "./system/env.ts";
import type { Environment } from "./system/env.ts";
import { enterCallersFolder } from "./system/start.ts";
import type { AnyVerb, Answer, ParsedArgs } from "./verbs/verb.ts";

/** argv → verb → envelope → exit code. The only `process.exit` of the CLI, and the only writer of answers. */
async function main(argv: readonly string[], environment: Environment): Promise<number> {
  let globals: Globals | null = null;
  try {
    globals = parseGlobals(argv, variable(environment, "TAW_FACE"));
    return await answer(globals, environment);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\nrun '${globals?.face.name ?? "taw"} --help' for usage`);
    return 2;
  }
}

async function answer(globals: Globals, environment: Environment): Promise<number> {
  if (globals.wants === "version") {
    console.log(globals.face.versionLine(VERSION));
    return 0;
  }
  if (globals.machine !== null) {
    throw new UsageError(
      "--machine is not there yet: this taw runs verbs on this machine's tmux only",
    );
  }
  const found = globals.wants === "help" ? null : findVerb(globals.words);
  if (!found || "help" in found) return printHelp(globals, found?.help ?? globals.words);
  const verb = (await found.entry.load()).default;
  const parsed = parseArgs(verb, found.rest, globals.face);
  if ("help" in parsed) return printHelp(globals, verb.path);
  return runVerb(verb, parsed.values, globals, environment);
}

async function printHelp(globals: Globals, words: readonly string[]): Promise<number> {
  const { helpText } = await import("./cli/help.ts");
  const text = await helpText(globals.face.name, words);
  if (text === null) throw new UsageError(`unknown command: ${words.join(" ")}`);
  await Bun.write(Bun.stdout, text);
  return 0;
}

async function runVerb(
  verb: AnyVerb,
  values: ParsedArgs,
  globals: Globals,
  environment: Environment,
): Promise<number> {
  try {
    const { face, socketName, socketPath } = globals;
    const uid = process.getuid?.() ?? 0;
    const edges = makeEdges({ environment, face, socketName, socketPath, uid });
    const result = await verb.run(edges, values);
    if (result.type === undefined) return result.exitCode;
    await printAnswer(verb, values, globals, result);
    return verb.exitCode?.(result) ?? 0;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(errorLine(globals.face, requestId(verb), error));
    return 1;
  }
}

async function printAnswer(
  verb: AnyVerb,
  values: ParsedArgs,
  globals: Globals,
  result: Answer,
): Promise<void> {
  if (verb.isSilent) return;
  const text = verb.print?.(result, values) ?? null;
  if (text === null) console.log(resultLine(globals.face, requestId(verb), result));
  else await Bun.write(Bun.stdout, text);
}

enterCallersFolder();
process.exit(await main(process.argv.slice(2), readEnvironment()));
