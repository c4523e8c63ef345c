import { parseArgs, usageOf } from "./cli/args.ts";
import { parseGlobals } from "./cli/globals.ts";
import type { Globals } from "./cli/globals.ts";
import { findVerb } from "./cli/find.ts";
import { Failure, UsageError } from "./core/failure.ts";
import { VERSION } from "./core/version.ts";
import type { CockpitWish, Edges } from "./edges.ts";
import type { Memory } from "./store/memory.ts";
import { readEnvironment, variable } from "./system/env.ts";
import type { Environment } from "./system/env.ts";
import { printText } from "./system/output.ts";
import { enterCallersFolder } from "./system/start.ts";
import { runVerb } from "./call.ts";
import type { AnyVerb } from "./verbs/verb.ts";

/** argv → verb → exit code; `call.ts` runs the verb and prints its answer. What no verb has said is said here. */
async function main(argv: readonly string[], environment: Environment): Promise<number> {
  let name = "taw";
  try {
    const globals = parseGlobals(argv, variable(environment, "TAW_FACE"));
    name = globals.face.name;
    return await answer(globals, environment);
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n${error.next ?? `run '${name} --help' for usage`}`);
      return 2;
    }
    if (error instanceof Failure) console.error(`${name}: ${error.message}`);
    else {
      const { keepCrash } = await import("./system/crash.ts");
      console.error(await keepCrash(environment, argv, error));
    }
    return 1;
  }
}

async function answer(globals: Globals, environment: Environment): Promise<number> {
  const { face, words, wants } = globals;
  if (wants === "version") {
    console.log(face.versionLine(VERSION));
    return 0;
  }
  if (globals.machine !== null) {
    throw new UsageError(
      "--machine cannot be used yet: this taw runs verbs on this machine's tmux only",
    );
  }
  const found = wants === "help" ? { help: words, exitCode: 0 } : findVerb(words, face);
  if ("help" in found) return printHelp(globals, found.help, found.exitCode);
  const verb = (await found.entry.load()).default;
  const parsed = parseVerbArgs(verb, found.rest, globals);
  if ("help" in parsed) return printHelp(globals, verb.path, 0);
  return runVerb(
    { verb, values: parsed.values, globals, environment },
    { openCockpit, serveSocket },
  );
}

function parseVerbArgs(verb: AnyVerb, rest: readonly string[], { face }: Globals) {
  try {
    return parseArgs(verb, rest, face);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const command = `${face.name} ${verb.path.join(" ")}`;
    throw new UsageError(`${command}: ${error.message}`, `usage: ${command}${usageOf(verb)}`);
  }
}

/** Help that was asked for is the answer; help for want of a verb is on stderr (reference/herdr/cli.md §1, "Help"). */
async function printHelp(
  { face }: Globals,
  words: readonly string[],
  exitCode: number,
): Promise<number> {
  const { helpText } = await import("./cli/help.ts");
  const text = await helpText(face, words);
  if (text === null) throw new UsageError(`unknown command: ${words.join(" ")}`);
  if (exitCode === 0) await printText(text);
  else console.error(text.trimEnd());
  return exitCode;
}

async function openCockpit(wish: CockpitWish, edges: Edges): Promise<number> {
  const { startCockpit } = await import("../tui/start.ts");
  return startCockpit(wish, edges, () => openCockpitMemory(edges));
}

async function serveSocket(edges: Edges, isSupervised: boolean): Promise<number> {
  const { serve, serveQuietly } = await import("./socket/serve.ts");
  return isSupervised ? serveQuietly(edges) : serve(edges);
}

/** The screen knows neither the store nor tmux (house §3), so what it remembers of this server is handed to it. */
async function openCockpitMemory({ tmux, environment, clock }: Edges): Promise<Memory> {
  const { lookAtServer } = await import("./tmux/folders.ts");
  const seen = lookAtServer(tmux, environment);
  const { openMemory } = await import("./store/memory.ts");
  const { hostname } = await import("node:os");
  const { server, state } = await seen;
  return openMemory({ folder: state, server, machine: hostname(), nowMs: () => clock.nowMs() });
}

const environment = startedWith();
process.exit(await main(process.argv.slice(2), environment));

function startedWith(): Environment {
  enterCallersFolder();
  return readEnvironment();
}
