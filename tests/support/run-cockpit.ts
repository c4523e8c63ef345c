import { join } from "node:path";
import { clockOf } from "../../src/system/clock.ts";
import { readEnvironment } from "../../src/system/env.ts";
import { runCockpit } from "../../tui/app.ts";
import { printPlain } from "../../tui/plain-feed.ts";
import { DEFAULT_SETTINGS } from "../../tui/settings.ts";

/**
 * The real program with a fake taw behind it. `$COCKPIT` is JSON: settings, and `home`, `plain` (sentences instead of
 * the screen), `throwsAfterMs` (a bug in a timer).
 */
const environment = readEnvironment();
const { home, plain, throwsAfterMs, ...settings } = JSON.parse(environment["COCKPIT"] ?? "{}");
const fake = join(import.meta.dir, "fake-taw.ts");
const taw = {
  argv: [process.execPath, "--no-env-file", "--config=/dev/null", fake],
  environment,
  client: environment["TAW_CLIENT"] ?? null,
};

if (throwsAfterMs !== undefined)
  setTimeout(() => {
    throw new Error("boom in a timer");
  }, throwsAfterMs);

async function run(): Promise<number> {
  if (plain === true) return printPlain(taw, false);
  return runCockpit({
    settings: { ...DEFAULT_SETTINGS, ...settings },
    home: { kind: "pane", go: "", ...home },
    taw,
    environment,
    clock: clockOf(environment),
    problem: "",
  });
}

try {
  process.exit(await run());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
