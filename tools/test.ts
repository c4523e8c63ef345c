import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";

/**
 * The whole suite, as `bin/test` and CI run it (decision 30): the checkers, every test against the build, then the
 * stories of start and CLI once more against the sources. All of it in a home and a temporary folder of its own, so
 * that whatever a test leaves running is seen. Ends with one line, `N passed, N failed`, from the runner's reports.
 */
const root = join(import.meta.dir, "..");
const run = mkdtempSync("/tmp/taw-run-");
const chosen = process.argv.slice(2);
const isWhole = chosen.length === 0;

/** Programs that run the same from source and from the build are tested as built only: time is short. */
const SOURCE_STORIES = ["tests/e2e/start", "tests/e2e/cli"].filter((folder) =>
  existsSync(join(root, folder)),
);
const SOURCE_TREE = ["bin", "src", "watcher", "tui", "remote", "demo", "tools", "package.json"];
const ALSO_IN_TREE = ["bun.lock", "tsconfig.json", "agent-wizard.tmux"];
const SUITE_LIMIT_MS = 6 * 60_000;
const SOURCE_LIMIT_MS = 2 * 60_000;
const LEFT_OVER_GRACE_MS = 3000;
/** For every file; what a test sets for itself holds for its own file alone. */
const TEST_LIMIT_MS = 30_000;

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}
const tally: Tally = { passed: 0, failed: 0, skipped: 0 };

/** A failure that no report of the runner counts. */
function fail(why: string): void {
  tally.failed += 1;
  console.error(`FAILED: ${why}`);
}

function environment(): Record<string, string> {
  const folders = { HOME: "home", TMPDIR: "t", TMUX_TMPDIR: "t", XDG_RUNTIME_DIR: "run" };
  const env: Record<string, string> = {
    PATH: `${run}/bin:${process.env["PATH"] ?? "/usr/bin:/bin"}`,
    LANG: "C.UTF-8",
    TERM: process.env["TERM"] ?? "xterm-256color",
    SHELL: "/bin/sh",
    USER: process.env["USER"] ?? "tester",
    ...(process.env["CI"] === undefined ? {} : { CI: process.env["CI"] }),
  };
  for (const [name, folder] of Object.entries(folders)) {
    env[name] = join(run, folder);
    mkdirSync(join(run, folder), { recursive: true, mode: 0o700 });
  }
  mkdirSync(join(run, "bin"));
  symlinkSync(process.execPath, join(run, "bin/bun"));
  return env;
}

/** This tree without `dist`, so that its `bin/taw` starts the sources. */
function copySources(): string {
  const copy = join(run, "source");
  for (const path of [...SOURCE_TREE, ...ALSO_IN_TREE]) {
    if (existsSync(join(root, path))) {
      cpSync(join(root, path), join(copy, path), { recursive: true, preserveTimestamps: true });
    }
  }
  for (const shared of ["node_modules", ".tools"]) {
    symlinkSync(join(root, shared), join(copy, shared));
  }
  return copy;
}

async function checker(name: string, argv: readonly string[]): Promise<void> {
  const child = Bun.spawn([...argv], { cwd: root, env, stdout: "pipe", stderr: "pipe" });
  const [code, stdout, stderr] = await Promise.all([
    child.exited,
    child.stdout.text(),
    child.stderr.text(),
  ]);
  if (code === 0) return console.error(`${name}: ok`);
  console.error(stdout + stderr);
  fail(name);
}

/** One run of the test runner. Its report gives the counts; a crash or an endless run is a failure of its own. */
async function tests(
  what: string,
  paths: readonly string[],
  limitMs: number,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const report = join(run, `${what}.xml`);
  const reporter = ["--reporter=junit", `--reporter-outfile=${report}`];
  const runner = [process.execPath, "test", "--parallel", `--timeout=${TEST_LIMIT_MS}`];
  const child = Bun.spawn([...runner, ...reporter, ...paths], {
    cwd: root,
    env: { ...env, ...more },
    stdio: ["ignore", 2, 2],
  });
  const end = setTimeout(() => {
    fail(`${what}: not done after ${limitMs / 60_000} minutes`);
    child.kill("SIGTERM");
    // A program under test may have taken SIGTERM for itself (reference/stack/guide.md §1.10).
    setTimeout(() => child.kill("SIGKILL"), 10_000).unref();
  }, limitMs);
  const code = await child.exited;
  clearTimeout(end);
  const counted = existsSync(report) ? count(readFileSync(report, "utf8")) : null;
  if (counted === null || counted.passed + counted.failed === 0) fail(`${what}: no test ran`);
  else if (code !== 0 && counted.failed === 0) fail(`${what}: the runner ended with ${code}`);
  tally.passed += counted?.passed ?? 0;
  tally.failed += counted?.failed ?? 0;
  tally.skipped += counted?.skipped ?? 0;
}

function count(report: string): Tally | null {
  const totals = /<testsuites [^>]*>/.exec(report)?.[0];
  if (totals === undefined) return null;
  const total = (name: string) => Number(new RegExp(` ${name}="(\\d+)"`).exec(totals)?.[1] ?? 0);
  const [failed, skipped] = [total("failures"), total("skipped")];
  return { passed: total("tests") - failed - skipped, failed, skipped };
}

/** How many lines of docs/PARITY.md say that something is not as herdr's users expect it (decision 29). */
function divergences(): number {
  const page = readFileSync(join(root, "docs/PARITY.md"), "utf8");
  return page.match(/^- /gm)?.length ?? 0;
}

/** Processes whose words or environment name this run's folder: the tests' own, wherever they hang now. */
async function leftOver(): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  if (existsSync("/proc/self/environ")) {
    for (const name of readdirSync("/proc")) {
      const pid = Number(name);
      if (!Number.isInteger(pid) || pid === process.pid) continue;
      const words = await textOf(`/proc/${pid}/cmdline`);
      if (words !== "" && (words + (await textOf(`/proc/${pid}/environ`))).includes(run)) {
        found.set(pid, words.replaceAll("\0", " "));
      }
    }
    return found;
  }
  const listed = Bun.spawnSync(["ps", "-axEww", "-o", "pid=,command="]).stdout.toString();
  for (const line of listed.split("\n").filter((text) => text.includes(run))) {
    found.set(Number.parseInt(line, 10), line.trim().slice(0, 200));
  }
  return found;
}

/** A process may end, or be another user's, while it is looked at: then it is none of ours. */
const textOf = (path: string): Promise<string> =>
  Bun.file(path)
    .text()
    .catch((error: unknown) => {
      if (error instanceof Error && "code" in error) return "";
      throw error;
    });

async function endLeftOver(): Promise<void> {
  const deadline = performance.now() + LEFT_OVER_GRACE_MS;
  let found = await leftOver();
  while (found.size > 0 && performance.now() < deadline) {
    await Bun.sleep(100);
    found = await leftOver();
  }
  for (const [pid, words] of found) {
    fail(`left running by a test: ${pid} ${words}`);
    process.kill(pid, "SIGKILL");
  }
}

const env = environment();
try {
  if (isWhole) {
    await checker("types", [process.execPath, "check"]);
    await checker("format", [process.execPath, "fmt", "--check"]);
    await checker("lint", [process.execPath, "node_modules/oxlint/bin/oxlint", "--deny-warnings"]);
    console.error(`divergences in docs/PARITY.md: ${divergences()}`);
  }
  await tests("built", chosen, SUITE_LIMIT_MS);
  if (isWhole && SOURCE_STORIES.length > 0) {
    const tree = copySources();
    await tests("source", SOURCE_STORIES, SOURCE_LIMIT_MS, { TAW_TEST_ROOT: tree });
  }
  await endLeftOver();
} finally {
  rmSync(run, { recursive: true, force: true });
}
const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped` : "";
console.log(`${tally.passed} passed, ${tally.failed} failed${skipped}`);
process.exit(tally.failed > 0 || tally.passed === 0 ? 1 : 0);
