import { readEnvironment } from "./system/env.ts";
import { enterCallersFolder, startAgain, withKeptVariables } from "./system/start.ts";

/**
 * The way in for `taw run` and `taw __behind` from bin/taw: what they do lasts as long as the program does, so they
 * keep in memory neither the other verbs nor their parser (the verbs of the same names are for every other way in).
 */
async function main([verb, ...words]: readonly string[]): Promise<number> {
  enterCallersFolder();
  const environment = readEnvironment();
  const own = withKeptVariables(environment);
  if (verb === "__behind") {
    const { standBehind } = await import("./proxy/behind.ts");
    const [mode = "", path = "", ...argv] = words;
    return standBehind({ mode, path, argv, environment: own });
  }
  const { runProxied } = await import("./proxy/run.ts");
  const again = startAgain(environment, import.meta.path);
  return runProxied({
    command: words[0] === "--" ? words.slice(1) : words,
    environment: own,
    behind: [...again.argv, "__behind"],
    behindEnvironment: again.environment,
  });
}

process.exit(await main(process.argv.slice(2)));
