import { join } from "node:path";
import { clockOf } from "../../src/system/clock.ts";
import { readEnvironment } from "../../src/system/env.ts";
import { runCockpit } from "../../tui/app.ts";
import { DEFAULT_SETTINGS } from "../../tui/settings.ts";

/** The real program with a fake taw behind it. `$COCKPIT` is JSON: settings, and `home` as the program's own type. */
const environment = readEnvironment();
const { home, ...settings } = JSON.parse(environment["COCKPIT"] ?? "{}");
const fake = join(import.meta.dir, "fake-taw.ts");
try {
  const code = await runCockpit({
    settings: { ...DEFAULT_SETTINGS, ...settings },
    home: { kind: "pane", go: "", ...home },
    taw: { argv: [process.execPath, "--no-env-file", "--config=/dev/null", fake], environment },
    environment,
    clock: clockOf(environment),
    problem: "",
  });
  console.log(`left with ${code}`);
  process.exit(code);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
