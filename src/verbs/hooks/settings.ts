import { loadConfig, problemText } from "../../config/load.ts";
import { DEFAULTS } from "../../config/schema.ts";
import type { Config } from "../../config/schema.ts";
import type { World } from "../../core/world.ts";
import type { Edges } from "../../edges.ts";
import { lookIfAny } from "../../session/make.ts";
import { configFolder, configFolderOf, stateFolder } from "../../system/env.ts";
import { lookAtServer } from "../../tmux/folders.ts";

/** What the hooks verbs ask first. */
export interface HookSettings {
  /** Null where no tmux server runs. */
  readonly world: World | null;
  readonly config: Config;
  readonly configFolder: string;
  readonly state: string;
  /** Why the file cannot be taken; null when it can. */
  readonly broken: string | null;
}

/** The `[hooks]` that hold at the tmux server that is asked, else the caller's own. Throws `forbidden` as a look does. */
export async function hookSettings(edges: Edges): Promise<HookSettings> {
  const { environment, tmux } = edges;
  const world = await lookIfAny(edges);
  const folder = world ? configFolderOf(world.server, environment) : configFolder(environment);
  const state = world ? (await lookAtServer(tmux, environment)).state : stateFolder(environment);
  const { config, problems } = await loadConfig(folder);
  const [broken] = config === DEFAULTS ? problems : [];
  return {
    world,
    config,
    configFolder: folder,
    state,
    broken: broken ? problemText(broken) : null,
  };
}
