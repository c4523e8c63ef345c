import { isatty } from "node:tty";
import type { CockpitWish, Edges } from "../src/edges.ts";
import { loadConfig, shortProblemText } from "../src/config/load.ts";
import type { Memory } from "../src/store/memory.ts";
import { configFolder, variable } from "../src/system/env.ts";
import { runCockpit } from "./app.ts";
import { makeKeymap } from "./keys.ts";
import type { Home } from "./model.ts";
import { printPlain } from "./plain-feed.ts";
import type { TawCommand } from "./run.ts";
import { settingsOf } from "./settings-of.ts";

/** Popup, pane of this server, or a terminal of its own: a popup has TMUX but no TMUX_PANE (stack/guide.md §2.4). */
function homeOf(wish: CockpitWish, edges: Edges): Home {
  const kind = wish.mode === "ui" ? "popup" : edges.tmux.address.isOwn ? "pane" : "terminal";
  return { kind, go: wish.go ?? "", newSession: wish.newSession };
}

/** taw again, for the same tmux server, on its own face whatever called us. */
function tawCommand(edges: Edges): TawCommand {
  const { TAW_FACE: _face, ...environment } = edges.environment;
  const client = variable(environment, "TAW_CLIENT");
  return { argv: [edges.self.binaryPath, ...edges.tmux.address.flags], environment, client };
}

/**
 * `taw app` and `taw ui`: sentences where no screen can be drawn, else the cockpit. Gives the exit code.
 *
 * @param openMemory what earlier cockpits left for this tmux server
 */
export async function startCockpit(
  wish: CockpitWish,
  edges: Edges,
  openMemory: () => Promise<Memory>,
): Promise<number> {
  const { environment, clock } = edges;
  const taw = tawCommand(edges);
  const isScreen = isatty(0) && isatty(1) && variable(environment, "TERM") !== "dumb";
  if (wish.plain || !isScreen) return printPlain(taw, wish.watch);
  const { config, problems } = await loadConfig(configFolder(environment));
  const home = homeOf(wish, edges);
  const settings = settingsOf(config, environment, wish.theme);
  const { problems: keyProblems } = makeKeymap(settings.preset, settings.keys);
  const broken = problems.find(({ severity }) => severity === "error");
  const problem = broken === undefined ? (keyProblems[0] ?? "") : shortProblemText(broken);
  return runCockpit({
    settings,
    home,
    taw,
    environment,
    clock,
    problem,
    openMemory,
  });
}
