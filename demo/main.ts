/**
 * The demo: a tmux server of its own in which recordings of real agents play, taw loaded into it, and taw's cockpit
 * on it. Nothing of taw knows that the agents are replayed. The server lives as long as this program, and not longer.
 */
import { mkdirSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { literal, shellWord, tmuxWord } from "../src/core/quote.ts";
import { programFolder } from "../src/system/build.ts";
import { readEnvironment } from "../src/system/env.ts";
import { printText } from "../src/system/output.ts";
import { readMode, setMode } from "../src/system/terminal.ts";
import type { TerminalMode } from "../src/system/terminal.ts";
import { SCENE } from "./scene.ts";
import type { Part } from "./scene.ts";

const INPUT = 0;
/**
 * Takes back what the cockpit asks of a terminal: keys of its own, the mouse, focus, pastes and the background told, its
 * own screen, no cursor (captured from a cockpit that ends by itself). Keys first: a terminal keeps those per screen.
 */
const AS_BEFORE = [
  "[<u",
  "[>4;0m",
  "[?1000;1002;1003;1006l",
  "[?1004;2004;2026;2031l",
  "[?1049l",
  "[0m",
  "[0 q",
  "[?25h",
]
  .map((code) => `\x1b${code}`)
  .join("");

const demoFolder = join(programFolder, "demo");
const socketName = `taw-demo-${process.pid}`;
const folder = makeFolder();
const environment = demoEnvironment();
const guard = startGuard();

function makeFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), "taw-demo-"));
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    console.error(
      `taw: the demo cannot make its folder (${reason}): set TMPDIR to a folder you may write in`,
    );
    process.exit(1);
  }
}

/** The user's own, without their tmux, and with places for taw's files that go when the demo goes. */
function demoEnvironment(): Record<string, string> {
  const own = Object.entries(readEnvironment()).filter(
    ([name]) => !/^(TMUX|TMUX_PANE|TAW_.*|HERDR_.*)$/.test(name),
  );
  const places = { TAW_CONFIG_DIR: "config", TAW_STATE_DIR: "state", XDG_RUNTIME_DIR: "run" };
  for (const place of Object.values(places)) mkdirSync(join(folder, place), { mode: 0o700 });
  return {
    ...Object.fromEntries(own),
    ...Object.fromEntries(
      Object.entries(places).map(([name, place]) => [name, join(folder, place)]),
    ),
  };
}

/** A process that waits for our end, in a session of its own so that a closed terminal does not end it first. */
function startGuard() {
  return Bun.spawn(["sh", join(demoFolder, "guard.sh"), socketName, folder], {
    stdio: ["pipe", "ignore", "ignore"],
    env: environment,
    detached: true,
  });
}

async function tellGuard(cockpit: string): Promise<void> {
  guard.stdin.write(`${cockpit}\n`);
  await guard.stdin.flush();
}

function tmux(...argv: readonly string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(["tmux", "-L", socketName, ...argv], {
    stdio: ["ignore", "ignore", "pipe"],
    env: environment,
    cwd: folder,
  });
  if (exitCode !== 0) throw new Error(`tmux ${argv[0]}: ${stderr.toString().trim()}`);
}

/** The words that start a player: through a link with the agent's name, in no folder of the user's. */
function playerWords({ kind, thinkMs, restMs }: Part): string[] {
  const link = join(folder, "bin", kind);
  mkdirSync(join(folder, "bin"), { recursive: true });
  symlinkSync(join(demoFolder, "player.ts"), link);
  const recording = join(demoFolder, "recordings", `${kind}.cast`);
  const bun = [process.execPath, "--no-install", "--no-env-file", "--config=/dev/null"];
  return [...bun, link, recording, `${thinkMs}`, `${restMs}`];
}

function startServer(): void {
  const opened = new Set<string>();
  for (const part of SCENE) {
    const place = join(folder, part.workspace);
    mkdirSync(place, { recursive: true });
    const where = opened.has(part.workspace)
      ? ["new-window", "-d", "-t", `=${part.workspace}:`]
      : ["-f", join(demoFolder, "tmux.conf"), "new-session", "-d", "-s", part.workspace];
    opened.add(part.workspace);
    const words = ["-n", part.tab, "-c", literal(place), ...playerWords(part).map(tmuxWord)];
    // A window sized by hand keeps its size when a smaller terminal attaches, and with it the recording its shape.
    const size = [
      "resize-window",
      "-t",
      `=${part.workspace}:=${part.tab}`,
      "-x",
      "120",
      "-y",
      "40",
    ];
    tmux(...where, ...words, ";", ...size);
  }
  tmux("run-shell", literal(shellWord(join(programFolder, "agent-wizard.tmux"))));
}

/** The ordinary cockpit, on the demo's server; its exit code. One that is killed could not give the terminal back. */
async function runCockpit(): Promise<number> {
  const mode = readMode(INPUT);
  const cockpit = Bun.spawn([join(programFolder, "bin/taw"), "-L", socketName, "app"], {
    stdio: ["inherit", "inherit", "inherit"],
    env: environment,
  });
  // It leaves the terminal as it found it, so a request to end goes to it first.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => cockpit.kill(signal));
  }
  await tellGuard(`${cockpit.pid}`);
  const code = await cockpit.exited;
  await tellGuard("");
  if (cockpit.signalCode !== null) {
    await giveBack(mode);
    console.error(`taw: the cockpit was ended by ${cockpit.signalCode}, and the demo ends with it`);
  }
  return code;
}

async function giveBack(mode: TerminalMode | null): Promise<void> {
  await printText(AS_BEFORE);
  if (mode !== null) setMode(INPUT, mode);
}

async function main(): Promise<number> {
  try {
    startServer();
    return await runCockpit();
  } catch (error) {
    console.error(
      `taw: the demo could not start: ${error instanceof Error ? error.message : error}`,
    );
    return 1;
  } finally {
    await guard.stdin.end();
    await guard.exited;
  }
}

process.exit(await main());
