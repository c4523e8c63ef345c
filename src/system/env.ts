import { Failure } from "../core/failure.ts";
import type { Server } from "../core/world.ts";

/** The variables this process was started with. Read through `variable`, where empty counts as unset. */
export type Environment = Readonly<Record<string, string>>;

/**
 * Variables that decide what a Bun program runs. The caller may have set them for a program of its own, so neither
 * taw nor what it starts sees them (decision 24; reference/stack/guide.md §1.2). Where Bun is installed is harmless.
 */
const CHANGES_WHAT_RUNS = /^BUN_(?!INSTALL)/;

/** The only reader of `process.env`: a frozen copy, without the variables that change what runs. */
export function readEnvironment(): Environment {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !CHANGES_WHAT_RUNS.test(name)) kept[name] = value;
  }
  return Object.freeze(kept);
}

/** A variable's value; null when it is unset or empty, as the XDG specification and tmux take it. */
export function variable(environment: Environment, name: string): string | null {
  const value = environment[name];
  return value === undefined || value === "" ? null : value;
}

/** Home folder from `$HOME`. No HOME means no default place for config and state, which is refused, never guessed. */
export function homeFolder(environment: Environment): string {
  const home = variable(environment, "HOME");
  if (home === null || !home.startsWith("/")) {
    throw new Failure(
      "io_error",
      "HOME is not set to a full path, so there is no place for taw's files: set HOME, or TAW_CONFIG_DIR and TAW_STATE_DIR",
    );
  }
  return home;
}

/** `$TAW_CONFIG_DIR`, else `$XDG_CONFIG_HOME/tmux-agent-wizard`, else `~/.config/tmux-agent-wizard` (decision 1). */
export function configFolder(environment: Environment): string {
  return folder(environment, "TAW_CONFIG_DIR", "XDG_CONFIG_HOME", ".config");
}

/** The config folder of everybody who speaks to a tmux server: the one it was told of, else this caller's own. */
export const configFolderOf = (
  { configFolder: told }: Pick<Server, "configFolder">,
  environment: Environment,
): string => told || configFolder(environment);

/** `$TAW_STATE_DIR`, else `$XDG_STATE_HOME/tmux-agent-wizard`, else `~/.local/state/tmux-agent-wizard` (decision 1). */
export function stateFolder(environment: Environment): string {
  return folder(environment, "TAW_STATE_DIR", "XDG_STATE_HOME", ".local/state");
}

/** A relative XDG folder is ignored, as its specification says; a relative one of ours is a mistake worth telling. */
function folder(environment: Environment, own: string, xdg: string, underHome: string): string {
  const named = variable(environment, own);
  if (named !== null) return requireFullPath(own, named);
  const base = variable(environment, xdg);
  const parent = base?.startsWith("/") ? base : `${homeFolder(environment)}/${underHome}`;
  return `${withoutEndSlash(parent)}/tmux-agent-wizard`;
}

function requireFullPath(name: string, path: string): string {
  if (path.startsWith("/")) return withoutEndSlash(path);
  throw new Failure(
    "invalid_argument",
    `${name} is "${path}", which is not a full path: give one that begins with /, or unset it`,
  );
}

/** A path without the `/` at its end; `/` itself stays. */
export const withoutEndSlash = (path: string): string => path.replace(/(?<=.)\/+$/, "");
