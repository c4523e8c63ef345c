import { loadConfig } from "../../config/load.ts";
import { Failure } from "../../core/failure.ts";
import { VERSION } from "../../core/version.ts";
import type { Watched } from "../../core/watchers.ts";
import type { Server } from "../../core/world.ts";
import type { Edges } from "../../edges.ts";
import { keysInUse, planKeys, wantedKeys } from "../../loader/keys.ts";
import type { WantedKey } from "../../loader/keys.ts";
import { holderIn, parseSocketWish, SOCKET_HOLDER, SOCKET_WISH } from "../../loader/socket.ts";
import type { SocketWish } from "../../loader/socket.ts";
import { watchStatus } from "../../loader/watchers.ts";
import { programFolder } from "../../system/build.ts";
import { configFolder } from "../../system/env.ts";
import { capture } from "../../system/process.ts";
import { LIST_KEYS } from "../../tmux/bindings.ts";
import type { Command, Tmux } from "../../tmux/client.ts";
import { ask } from "../../tmux/sections.ts";
import { misreadIn, USER_WORDS } from "./misread.ts";

/** All that `taw status` looks at. What could not be asked is a sentence, never an exception. */
export interface Facts {
  version: string;
  program: string;
  /** Null when taw runs from source. */
  build: string | null;
  /** A build is there that is not of these sources, so the sources run. */
  hasOldBuild: boolean;
  /** As `tmux -V` prints it; null when tmux cannot be started. */
  installedTmux: string | null;
  server: ServerFacts | { unreachable: string };
  configProblems: number;
}

export interface ServerFacts {
  server: Server;
  /** The version of the taw that is loaded into the server, null when none is. */
  loaded: string | null;
  /** The launcher that the server was loaded with, where it is not there any more. */
  lostLauncher: string | null;
  /** Why the last load did nothing, null when it did. */
  loadProblem: string | null;
  /** Keys that taw should have and that do something else. */
  takenKeys: readonly WantedKey[];
  /** What is wrong with the options that name keys, null when nothing is. */
  keyProblem: string | null;
  /** What is wrong with the user's options that take few words. */
  misread: readonly string[];
  watched: readonly Watched[];
  socket: SocketFacts;
}

/** The herdr socket, as `taw status` shows it. */
export interface SocketFacts {
  /** Null for a word that `@agent-wizard-herdr-socket` does not have. */
  wish: SocketWish | null;
  /** The process that serves, null when none does. */
  pid: number | null;
}

/** Asks tmux, the config folder and the build, all at once. */
export async function readFacts(edges: Edges): Promise<Facts> {
  const [installedTmux, server, configProblems, hasBuild] = await Promise.all([
    readInstalledTmux(),
    readServer(edges),
    countConfigProblems(edges),
    Bun.file(`${programFolder}/dist/main.js`).exists(),
  ]);
  return {
    version: VERSION,
    program: edges.self.binaryPath,
    build: edges.self.buildId,
    hasOldBuild: hasBuild && edges.self.buildId === null,
    installedTmux,
    server,
    configProblems,
  };
}

async function readInstalledTmux(): Promise<string | null> {
  try {
    return (await capture(["tmux", "-V"])).trim();
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

async function countConfigProblems({ environment }: Edges): Promise<number> {
  return (await loadConfig(configFolder(environment))).problems.length;
}

const QUESTIONS = {
  loaded: ["display-message", "-p", "#{@agent_wizard_version}"],
  launcher: ["display-message", "-p", "#{@agent_wizard_taw}"],
  problem: ["display-message", "-p", "#{@agent_wizard_problem}"],
  key: ["show-options", "-gqv", "@agent-wizard-key"],
  socket: SOCKET_WISH,
  holder: SOCKET_HOLDER,
  clearKey: ["show-options", "-gqv", "@agent-wizard-clear-key"],
  keys: LIST_KEYS,
  words: USER_WORDS,
} as const satisfies Record<string, Command>;

async function readServer({ tmux, clock }: Edges): Promise<Facts["server"]> {
  try {
    const { world, watched } = await watchStatus(tmux, clock.nowMs() / 1000);
    const answers = await ask(tmux, QUESTIONS);
    const { loaded, launcher, problem, key, clearKey, keys, socket, holder, words } = answers;
    return {
      server: world.server,
      loaded: loaded.trim() || null,
      lostLauncher: await lostLauncher(launcher.trim()),
      loadProblem: problem.trim() || null,
      ...(await readKeys(tmux, wantedKeys(key, clearKey), keys)),
      misread: misreadIn(words),
      watched,
      socket: { wish: parseSocketWish(socket), pid: (await holderIn(holder))?.pid ?? null },
    };
  } catch (error) {
    if (error instanceof Failure) return { unreachable: error.message };
    throw error;
  }
}

/** @param word the launcher's path as the loader wrote it, a word of the shell */
async function lostLauncher(word: string): Promise<string | null> {
  const path = word.startsWith("'") ? word.slice(1, -1).replaceAll("'\\''", "'") : word;
  return path === "" || (await Bun.file(path).exists()) ? null : path;
}

async function readKeys(
  tmux: Tmux,
  wanted: readonly WantedKey[],
  shown: string,
): Promise<Pick<ServerFacts, "takenKeys" | "keyProblem">> {
  try {
    const { taken } = await planKeys(tmux, wanted, keysInUse(shown));
    return { takenKeys: taken, keyProblem: null };
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "invalid_argument") throw error;
    return { takenKeys: [], keyProblem: error.message };
  }
}
