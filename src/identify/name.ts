import { kindByName, kindByPath } from "../agents/index.ts";
import type { KnownKind } from "../agents/index.ts";
import type { Process } from "../core/job.ts";

/** How a process came by its kind: its own name, the script that a runtime runs, or the word it was called by. */
export type Naming = "name" | "script" | "argv";

export interface Named {
  readonly kind: KnownKind;
  readonly by: Naming;
}

/** Follows the links of a path as the process sees it, and gives where they end; null when nothing is there. */
export type FollowLinks = (process: Process, path: string) => string | null;

interface Runtime {
  /** Runs text, or a module, instead of a script: nothing after it names an agent. */
  readonly inline: RegExp;
  /** Options that take the next word as their value. */
  readonly withValue: ReadonlySet<string>;
  /** Options begin with one of these. */
  readonly option: RegExp;
  /** The word in front of the script that is no script. */
  readonly subcommand?: string;
}

const javascript: Runtime = {
  inline: /^(?:-[ep].*|--eval(?:=.*)?|--print(?:=.*)?)$/,
  withValue: new Set(
    "-r --require --loader --experimental-loader --import --inspect-port -C --conditions --preload --cwd".split(
      " ",
    ),
  ),
  option: /^-/,
  subcommand: "run",
};

/** A shell's `-c` and `-c…`, but not `-lc`: the word after that is tried as a path. */
const shell: Runtime = {
  inline: /^-c/,
  withValue: new Set(["-o", "+o", "-O", "+O", "--rcfile", "--init-file"]),
  option: /^[-+]/,
};

const python: Runtime = { inline: /^-[cm]/, withValue: new Set(["-W", "-X"]), option: /^-/ };

const RUNTIMES: ReadonlyMap<string, Runtime> = new Map([
  ...["node", "bun"].map((name) => [name, javascript] as const),
  ...["sh", "bash", "zsh", "fish", "dash", "ksh", "mksh"].map((name) => [name, shell] as const),
]);

const PYTHON = /^python[\d.]*$/;

const runtimeOf = (name: string): Runtime | null =>
  RUNTIMES.get(name) ?? (PYTHON.test(name) ? python : null);

export const basename = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const plainName = (name: string): string =>
  name.toLowerCase().replace(/\.(?:exe|cmd|bat|ps1|js)$/, "");

/** Where the script stands in the words of a runtime: the first that is neither an option nor an option's value. */
function scriptAt(runtime: Runtime, argv: readonly string[]): number | null {
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (word === "--") return at + 1;
    if (runtime.inline.test(word)) return null;
    if (runtime.withValue.has(word)) at++;
    else if (!runtime.option.test(word) && word !== runtime.subcommand) return at;
  }
  return null;
}

/** The words from the script on, when a process is a runtime that runs one; null for anything else. */
export function scriptWords(process: Process): readonly string[] | null {
  const runtime = runtimeOf(plainName(process.comm)) ?? runtimeOf(plainName(calledBy(process)));
  const at = runtime === null ? null : scriptAt(runtime, process.argv);
  return at === null ? null : process.argv.slice(at);
}

const calledBy = (process: Process): string => basename(process.argv[0] ?? "");

/** A shell with neither a script nor a command: somebody's prompt. */
export function isPrompt(process: Process): boolean {
  if (runtimeOf(plainName(process.comm)) !== shell) return false;
  const options = process.argv.slice(1);
  return scriptAt(shell, process.argv) === null && !options.some((word) => shell.inline.test(word));
}

/**
 * The kind a word names: by its last part, by where it lies, or by what its links end at. Exact names only, never an
 * option (process-identification.md §3, token rule).
 */
function kindOfWord(process: Process, word: string, follow: FollowLinks): KnownKind | null {
  const token = word.replace(/^(["'])(.*)\1$/, "$2");
  if (token === "" || token.startsWith("-")) return null;
  const own = kindByName(plainName(basename(token))) ?? kindByPath(token);
  if (own !== null || !/[^/]\/+[^/]/.test(token)) return own;
  const target = follow(process, token);
  return target === null ? null : kindByName(plainName(basename(target)));
}

const named = (kind: KnownKind | null, by: Naming): Named | null => kind && { kind, by };

function nameByScript(process: Process, runtime: Runtime, follow: FollowLinks): Named | null {
  const at = scriptAt(runtime, process.argv);
  return at === null ? null : named(kindOfWord(process, process.argv[at] ?? "", follow), "script");
}

/**
 * Which kind a process is, by its name and its arguments, or null (process-identification.md §3). A runtime or a shell
 * is the script it runs; node and bun also where they name themselves something else, as node 24 does (`MainThread`).
 */
export function nameProcess(process: Process, follow: FollowLinks): Named | null {
  const name = plainName(process.comm);
  const runtime = runtimeOf(name);
  if (runtime !== null) return nameByScript(process, runtime, follow);
  if (name === "tmux") return null;
  const own = kindByName(name);
  if (own !== null) return { kind: own, by: "name" };
  if (runtimeOf(plainName(calledBy(process))) === javascript) {
    return nameByScript(process, javascript, follow);
  }
  const first = process.argv[0] ?? "";
  const kind = kindOfWord(process, first, follow);
  return named(kind ?? kindOfWord(process, first.split(" ")[0] ?? "", follow), "argv");
}
