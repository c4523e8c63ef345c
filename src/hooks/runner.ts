import { loadConfig, problemText } from "../config/load.ts";
import { DEFAULTS } from "../config/schema.ts";
import type { Config } from "../config/schema.ts";
import { Failure } from "../core/failure.ts";
import type { Handed } from "../core/handed.ts";
import type { HookCall } from "../core/hook-call.ts";
import { HAS_STARTED, hasHanded, runnerSocket, spoolFolder, takeHanded } from "../events/spool.ts";
import type { Clock } from "../system/clock.ts";
import { variable } from "../system/env.ts";
import type { Environment } from "../system/env.ts";
import { removeFile } from "../system/files.ts";
import { ensurePrivateFolder, isFolder } from "../system/folders.ts";
import { listenForLines } from "../system/listen.ts";
import { holdLock } from "../system/lock.ts";
import { readProcessStat } from "../system/proc.ts";
import { timerScale } from "../system/scale.ts";
import { withKeptVariables } from "../system/start.ts";
import type { Tmux } from "../tmux/client.ts";
import type { ServerFolders } from "../tmux/folders.ts";
import { hookEnvironment, paneEnvironment } from "./environment.ts";
import { Lanes } from "./lanes.ts";
import { failureLine, logHook } from "./log.ts";
import { Newsroom } from "./news.ts";
import { runCommand } from "./run.ts";

export interface RunnerEdges {
  tmux: Tmux;
  environment: Environment;
  clock: Clock;
}

/** How long it waits for more, so that a row of events is one process. */
const LINGER_MS = 2_000;
const LOOK_EVERY_MS = 1_000;
/** What commands still have when their tmux server has ended. */
const GRACE_MS = 5_000;

/**
 * Runs the commands of `[hooks]` for what drainers have handed over, until there is nothing more for a while. One process
 * does for a tmux server; another that comes meanwhile leaves it to that one.
 *
 * @param serverPid of the tmux server: once that has ended, what still runs is stopped soon
 */
export async function runHooks(
  edges: RunnerEdges,
  folders: ServerFolders,
  serverPid: number,
): Promise<void> {
  const spool = spoolFolder(folders.runtime);
  await ensurePrivateFolder(spool);
  // Handed over in the moment in which the last one stopped listening: nobody else was woken for it.
  do {
    const release = holdLock(spool);
    try {
      if (release) await new Runner(edges, folders, serverPid).run(spool);
      else await leaveIt(edges);
    } finally {
      release?.();
    }
  } while (await hasHanded(spool));
}

const TURN_MS = 50;

/** To the one that holds the lock, which takes what lies there, or ends just now. */
async function leaveIt({ tmux, clock }: RunnerEdges): Promise<void> {
  await saidStarted(tmux);
  await clock.sleep(TURN_MS);
}

/** A server that has ended needs no word. */
async function saidStarted(tmux: Tmux): Promise<void> {
  try {
    await tmux.run(HAS_STARTED);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

class Runner {
  readonly #edges: RunnerEdges;
  readonly #folders: ServerFolders;
  readonly #serverPid: number;
  readonly #scale: number;
  readonly #stop = new AbortController();
  readonly #lanes: Lanes<HookCall>;
  readonly #newsroom: Newsroom;
  #config: Config = DEFAULTS;
  #broken: string | null = null;
  #hasServer = true;
  #wake: () => void = () => undefined;

  constructor(edges: RunnerEdges, folders: ServerFolders, serverPid: number) {
    this.#edges = edges;
    this.#folders = folders;
    this.#serverPid = serverPid;
    this.#scale = timerScale(edges.environment, edges.tmux.address.label);
    this.#lanes = new Lanes(
      (call) => this.#answer(call),
      (name, count) => this.#log(`${name} fell behind: ${count} events were left out`),
    );
    this.#lanes.onIdle(() => this.#wake());
    this.#newsroom = new Newsroom(edges, (call) => this.#lanes.add(call.name, call));
  }

  async run(spool: string): Promise<void> {
    const path = runnerSocket(spool);
    await removeFile(path);
    const socket = listenForLines(path, () => this.#wake());
    const look = setInterval(() => void this.#lookForServer(), LOOK_EVERY_MS * this.#scale);
    try {
      await saidStarted(this.#edges.tmux);
      while (await this.#isWanted(spool));
    } finally {
      clearInterval(look);
      socket.close();
      await removeFile(path);
    }
  }

  /** Takes what lies there, and waits for more; false once there was nothing for a while. */
  async #isWanted(spool: string): Promise<boolean> {
    const woken = new Promise<"woken">((resolve) => (this.#wake = () => resolve("woken")));
    const handed = await takeHanded(spool);
    if (handed.length > 0) await this.#readConfig();
    for (const one of handed) this.#take(one);
    if (!this.#lanes.isIdle) return (await woken) === "woken";
    if (!this.#hasServer) return false;
    if (!this.#newsroom.isIdle) return (await woken) === "woken";
    const pause = this.#edges.clock.sleep(LINGER_MS * this.#scale).then(() => "late" as const);
    return (await Promise.race([woken, pause])) === "woken";
  }

  #take({ call, news }: Handed): void {
    if (call) this.#lanes.add(call.name, call);
    if (!news) return;
    const delayMs = this.#config["ui.toast.done_delay_seconds"] * 1000 * this.#scale;
    void this.#newsroom.add(news, delayMs).then(() => this.#wake());
  }

  /** The file as it is now; where it cannot be taken, as it was last. */
  async #readConfig(): Promise<void> {
    const { config, problems } = await loadConfig(this.#folders.config, this.#config);
    const [broken] = config === this.#config ? problems : [];
    this.#broken = broken ? problemText(broken) : null;
    this.#config = config;
  }

  /** Each command after the one before, however that went. */
  async #answer(call: HookCall): Promise<void> {
    const commands = this.#config["hooks.*"][call.name] ?? [];
    if (commands.length === 0 && this.#broken !== null) {
      await this.#log(`${call.name} not run: ${this.#broken}`);
    }
    for (const command of commands) if (!this.#stop.signal.aborted) await this.#run(call, command);
  }

  async #run(call: HookCall, command: string): Promise<void> {
    const environment = hookEnvironment(await this.#paneEnvironment(call), call);
    const cwd = await folderOf(call, environment);
    const ran = await runCommand({
      command,
      environment,
      seconds: this.#config["hooks.timeout_seconds"],
      input: JSON.stringify(call.input),
      stop: this.#stop.signal,
      ...(cwd !== null && { cwd }),
    });
    if (ran.failure !== null) await this.#log(failureLine(call.name, command, ran));
  }

  /** Of a server that has ended this process has the environment: tmux started it. */
  async #paneEnvironment({ workspaceId }: HookCall): Promise<Environment> {
    try {
      return await paneEnvironment(this.#edges.tmux, workspaceId);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return withKeptVariables(this.#edges.environment);
    }
  }

  async #lookForServer(): Promise<void> {
    if (!this.#hasServer || (await readProcessStat(this.#serverPid))) return;
    this.#hasServer = false;
    this.#wake();
    await this.#edges.clock.sleep(GRACE_MS * this.#scale);
    this.#lanes.clear();
    this.#stop.abort();
  }

  #log(text: string): Promise<boolean> {
    return logHook(this.#folders.state, this.#edges.clock.nowMs(), text);
  }
}

/** Where a command stands: the first of its folders that is there, else home. */
export async function folderOf(call: HookCall, environment: Environment): Promise<string | null> {
  const home = variable(environment, "HOME");
  for (const folder of [...call.folders, ...(home === null ? [] : [home])]) {
    if (await isFolder(folder)) return folder;
  }
  return null;
}
