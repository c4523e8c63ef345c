import type { Clock } from "../system/clock.ts";
import type { Command, Tmux } from "../tmux/client.ts";
import { unhookCommands } from "../tmux/hooks.ts";
import { PANE_OPTIONS } from "../tmux/options.ts";
import { ask } from "../tmux/sections.ts";
import { herdrCommands } from "./herdr-environment.ts";
import { keysInUse, planKeys } from "./keys.ts";
import { LOAD_QUESTIONS } from "./load.ts";
import { parsePath, pathCommands } from "./path.ts";
import { socketPathIn, stopServing, untoldCommands } from "./socket.ts";

const PANE_FORMAT = "#{pane_id} #{pane_pipe} #{@agent_pipe}#{@agent_watcher}";

const QUESTIONS = {
  state: ["display-message", "-p", "#{@agent_wizard_state}"],
  runtime: ["display-message", "-p", "#{@agent_wizard_runtime}"],
  environment: LOAD_QUESTIONS.environment,
  hooks: LOAD_QUESTIONS.hooks,
  windowHooks: LOAD_QUESTIONS.windowHooks,
  keys: LOAD_QUESTIONS.keys,
  options: ["show-options", "-s"],
  // A server without sessions answers list-panes with an error.
  panes: ["if-shell", "-F", "#{S:x}", `list-panes -a -F '${PANE_FORMAT}'`],
} as const satisfies Record<string, Command>;

/** Takes off everything that a load put on, and nothing else: what is left is the tmux that the user configured. */
export async function unload(tmux: Tmux, clock: Clock): Promise<void> {
  const facts = await ask(tmux, QUESTIONS);
  const keys = await planKeys(tmux, [], keysInUse(facts.keys));
  await stopServing(tmux, clock);
  await tmux.run(
    ...unhookCommands(facts.hooks + facts.windowHooks),
    ...keys.commands,
    ...takenFrom(facts.environment, facts.state.trim(), facts.runtime.trim()),
    ...herdrCommands(facts.environment, null),
    ...new Set(facts.panes.split("\n").filter(Boolean)).values().flatMap(paneCommands),
    ...serverOptions(facts.options).map((name): Command => ["set-option", "-su", name]),
  );
}

/** What a load put into the environment; nothing where there was none, whose folders would be those of the root. */
const takenFrom = (environment: string, state: string, runtime: string): Command[] => [
  ...(state === "" ? [] : pathCommands(parsePath(environment), `${state}/bin`, false)),
  ...(runtime === "" ? [] : untoldCommands(environment, socketPathIn(runtime))),
];

/** A pane that ended since it was listed must not keep the others from being cleared: `if-shell` asks first. */
function paneCommands(line: string): Command[] {
  const [paneId = "", hasPipe, isOurs] = line.split(" ");
  const clear = PANE_OPTIONS.map((name) => `set-option -pu -t ${paneId} ${name}`);
  const close = hasPipe === "1" && isOurs ? [`pipe-pane -t ${paneId}`] : [];
  const isThere = `#{==:#{pane_id},${paneId}}`;
  return [["if-shell", "-F", "-t", paneId, isThere, [...close, ...clear].join(" ; ")]];
}

const serverOptions = (shown: string): string[] => shown.match(/^@agent_wizard_[a-z_]+/gm) ?? [];
