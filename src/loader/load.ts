import { Failure } from "../core/failure.ts";
import { shellWord } from "../core/quote.ts";
import { VERSION } from "../core/version.ts";
import { clockOf } from "../system/clock.ts";
import type { Clock } from "../system/clock.ts";
import type { Environment } from "../system/env.ts";
import { replaceLink } from "../system/files.ts";
import { ensureFolder } from "../system/folders.ts";
import type { Command, Tmux } from "../tmux/client.ts";
import { LIST_KEYS } from "../tmux/bindings.ts";
import { FOLDERS_COMMAND, foldersFrom } from "../tmux/folders.ts";
import type { ServerFolders } from "../tmux/folders.ts";
import {
  COUNT_UNREAD,
  hookCommands,
  SWEEP_ALL,
  SWEEP_FORMAT,
  unhookCommands,
} from "../tmux/hooks.ts";
import { ask } from "../tmux/sections.ts";
import { FLOOR, isAtLeast, parseVersion, printVersion } from "../tmux/version.ts";
import type { TmuxVersion } from "../tmux/version.ts";
import { HERDR_WISH, herdrCommands, writeHerdrProgram } from "./herdr-environment.ts";
import { keysInUse, planKeys, wantedKeys } from "./keys.ts";
import { MARK } from "./mark.ts";
import { parsePath, pathCommands } from "./path.ts";
import {
  isToldToPanes,
  parseSocketWish,
  SOCKET_WISH,
  socketCommands,
  socketPathIn,
  stopServing,
} from "./socket.ts";
import { popupFrame, popupProgram } from "./popup.ts";

/** What a load did. */
export interface Loaded {
  keys: string[];
  /** Keys that were wanted and do something else already. */
  takenKeys: string[];
  folders: ServerFolders;
}

const userOption = (name: string): Command => ["show-options", "-gqv", name];

/** Everything a load has to know, asked in one call. */
export const LOAD_QUESTIONS = {
  folders: FOLDERS_COMMAND,
  version: ["display-message", "-p", "#{version}"],
  key: userOption("@agent-wizard-key"),
  clearKey: userOption("@agent-wizard-clear-key"),
  width: userOption("@agent-wizard-popup-width"),
  height: userOption("@agent-wizard-popup-height"),
  path: userOption("@agent-wizard-path"),
  herdr: HERDR_WISH,
  environment: ["show-environment", "-g"],
  hooks: ["show-hooks", "-g"],
  windowHooks: ["show-hooks", "-gw"],
  keys: LIST_KEYS,
  unread: COUNT_UNREAD,
  socket: SOCKET_WISH,
} as const satisfies Record<string, Command>;

const setServer = (name: string, value: string): Command => ["set-option", "-s", name, value];

type Facts = Readonly<Record<keyof typeof LOAD_QUESTIONS, string>>;

/**
 * Loads the tmux side: folders, hooks, key, PATH, and a watcher for every pane without a pipe. Two or three tmux calls;
 * a second load changes nothing, and a newer taw replaces an older one's parts one by one, so that no hook is ever
 * without its body.
 *
 * @param toldIn what others are told of the config.toml in a folder (`config/told.ts`)
 * @throws Failure `unsupported` for a tmux under the floor, `io_error` for a folder that cannot be used
 */
export async function load(
  tmux: Tmux,
  environment: Environment,
  launcher: string,
  toldIn: (configFolder: string) => Promise<readonly (readonly [name: string, value: string])[]>,
): Promise<Loaded> {
  const facts = await ask(tmux, LOAD_QUESTIONS);
  const version = requireFloor(facts.version);
  const folders = await foldersFrom(facts.folders, tmux, environment);
  const told = await toldIn(folders.config);
  const variables = await variableCommands(facts, folders.state, launcher);
  const keys = await planKeys(tmux, wantedKeys(facts.key, facts.clearKey), keysInUse(facts.keys));
  const socket = await settleSocket(tmux, clockOf(environment), facts, folders.runtime);
  const hooks = hookCommands(version);
  await tmux.run(
    ...optionCommands(facts, version, launcher),
    ...told.map(([name, value]) => setServer(name, value)),
    ...hooks,
    ...unhookCommands(facts.hooks + facts.windowHooks, hooks),
    ...keys.commands,
    ...variables,
    openPanes(facts.unread.trim().length),
    ...socket,
  );
  return {
    keys: keys.bound.map(({ key }) => key),
    takenKeys: keys.taken.map(({ key }) => key),
    folders,
  };
}

function requireFloor(shown: string): TmuxVersion {
  const version = parseVersion(shown);
  if (isAtLeast(version, FLOOR)) return version;
  throw new Failure(
    "unsupported",
    `taw needs tmux ${printVersion(FLOOR)} or newer, and this server is tmux ${shown.trim()}: update tmux, then restart its server`,
  );
}

/** The options of taw's own that hook bodies, keys and status lines read. */
function optionCommands(facts: Facts, version: TmuxVersion, launcher: string): Command[] {
  const size = { width: facts.width.trim(), height: facts.height.trim() };
  return [
    setServer("@agent_wizard_taw", shellWord(launcher)),
    setServer("@agent_wizard_version", VERSION),
    setServer("@agent_wizard_clock", "%s"),
    setServer("@agent_wizard_sweep", SWEEP_FORMAT),
    setServer("@agent_wizard_mark", MARK),
    setServer("@agent_wizard_popup", popupFrame(version, size)),
    setServer("@agent_wizard_ui", popupProgram(launcher)),
    ["set-option", "-su", "@agent_wizard_problem"],
    // Of a taw that was not there; this one starts its own.
    ["set-option", "-su", "@agent_wizard_runner"],
  ];
}

/** What new panes find in their environment, with the programs that it leads to put in their places first. */
async function variableCommands(facts: Facts, state: string, launcher: string): Promise<Command[]> {
  const wantsPath = facts.path.trim() !== "off";
  if (wantsPath) await linkProgram(state, launcher);
  const wantsHerdr = facts.herdr.trim() === "on";
  const herdr = wantsHerdr ? await writeHerdrProgram(state, launcher) : null;
  return [
    ...pathCommands(parsePath(facts.environment), `${state}/bin`, wantsPath),
    ...herdrCommands(facts.environment, herdr),
  ];
}

/** Ends a server of the herdr socket that is not wanted any more, and gives what tells new panes of one that is. */
async function settleSocket(
  tmux: Tmux,
  clock: Clock,
  { socket, environment }: Facts,
  runtime: string,
): Promise<Command[]> {
  const wish = parseSocketWish(socket) ?? "auto";
  const path = socketPathIn(runtime);
  // It was on, and is not any more; one that somebody serves by hand stays where the option leaves it to need.
  const isOver = wish !== "on" && isToldToPanes(environment, path);
  if (isOver || wish === "off") await stopServing(tmux, clock);
  return socketCommands(wish, environment, path);
}

/** As many watchers as may start at once; tmux waits while it starts them. */
const MOST_AT_ONCE = 16;

/** Few panes are opened in the same call, many by a process of their own that takes its time. */
const openPanes = (count: number): Command =>
  count > MOST_AT_ONCE
    ? ["run-shell", "-b", "#{@agent_wizard_taw} watch attach-all >/dev/null 2>&1 || :"]
    : ["if-shell", "-F", "1", SWEEP_ALL];

/** A folder that holds only a link to taw, so that it can never hide another program. */
async function linkProgram(state: string, launcher: string): Promise<void> {
  await ensureFolder(`${state}/bin`);
  await replaceLink(`${state}/bin/taw`, launcher);
}
