import { join } from "node:path";
import type { Memory } from "../../src/store/memory.ts";
import { openMemory } from "../../src/store/memory.ts";
import { clockOf } from "../../src/system/clock.ts";
import { readEnvironment } from "../../src/system/env.ts";
import { runCockpit } from "../../tui/app.ts";
import { printPlain } from "../../tui/plain-feed.ts";
import { DEFAULT_SETTINGS } from "./settings.ts";
import { hello } from "./cockpit.ts";

/**
 * The real program with a fake taw behind it. `$COCKPIT` is JSON: settings, and `home`, `plain` (sentences instead of
 * the screen), `throwsAfterMs` (a bug in a timer), `state` (the folder of `state.db`; without one nothing is remembered
 from before, and the first-run line was read).
 */
const environment = readEnvironment();
const { home, plain, throwsAfterMs, state, ...settings } = JSON.parse(
  environment["COCKPIT"] ?? "{}",
);
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

async function memory(): Promise<Memory> {
  const clock = clockOf(environment);
  const folder = state ?? join(environment["TMPDIR"] ?? "/tmp", `state-${process.pid}`);
  const place = { folder, machine: "studio", server: hello().server, nowMs: () => clock.nowMs() };
  if (state !== undefined) return openMemory(place);
  const before = await openMemory(place);
  before.keep({ what: "hint", action: "help" });
  before.close();
  return openMemory(place);
}

async function run(): Promise<number> {
  if (plain === true) return printPlain(taw, false);
  return runCockpit({
    settings: { ...DEFAULT_SETTINGS, ...settings },
    home: { kind: "pane", go: "", newSession: false, ...home },
    taw,
    environment,
    clock: clockOf(environment),
    problem: "",
    openMemory: memory,
  });
}

try {
  process.exit(await run());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
