import type { Watched, WatchState } from "../../core/watchers.ts";
import { optionOf } from "../../loader/keys.ts";
import { FLOOR, isAtLeast, parseVersion, printVersion } from "../../tmux/version.ts";
import type { Facts, ServerFacts, SocketFacts } from "./facts.ts";

/** One thing that is wrong, and how to mend it; null where `what` says it already. */
export interface Problem {
  what: string;
  mend: string | null;
}

/** What is wrong, the most basic first. */
export function problemsOf(facts: Facts): Problem[] {
  const { server } = facts;
  return [
    ...installedProblems(facts.installedTmux),
    ...("unreachable" in server
      ? facts.installedTmux === null
        ? []
        : [{ what: server.unreachable, mend: null }]
      : serverProblems(facts, server)),
    ...(facts.configProblems === 0
      ? []
      : [
          {
            what: `config.toml has ${count(facts.configProblems, "problem")}`,
            mend: "taw config check",
          },
        ]),
    ...(facts.hasOldBuild
      ? [{ what: "the build is older than the sources, so the sources run", mend: "bun run build" }]
      : []),
  ];
}

function installedProblems(installed: string | null): Problem[] {
  const floor = printVersion(FLOOR);
  if (installed === null) {
    return [{ what: "tmux cannot be started", mend: `install tmux ${floor} or newer` }];
  }
  if (isAtLeast(parseVersion(installed), FLOOR)) return [];
  return [{ what: `${installed} is too old for taw`, mend: `install tmux ${floor} or newer` }];
}

function serverProblems(facts: Facts, { server, ...found }: ServerFacts): Problem[] {
  const installed = facts.installedTmux?.split(" ").at(-1) ?? server.version;
  return [
    ...(installed === server.version
      ? []
      : [
          {
            what: `tmux ${installed} is installed, and the server still runs ${server.version}`,
            mend: "start the tmux server again when nothing runs in it",
          },
        ]),
    ...loadProblems(facts, found),
    ...(found.loaded === null ? [] : watchProblems(found.watched)),
    ...(found.loaded === null ? [] : socketProblems(found.socket)),
    ...found.misread.map((what) => ({ what, mend: "set it in tmux.conf, then taw tmux load" })),
    ...(found.keyProblem === null ? [] : [{ what: found.keyProblem, mend: null }]),
    ...found.takenKeys.map((wanted) => ({
      what: `prefix ${wanted.key} does something else already, so it does not ${wanted.use === "popup" ? "open taw" : "clear a pane"}`,
      mend: `set -g ${optionOf(wanted)} to a free key in tmux.conf, then taw tmux load`,
    })),
  ];
}

function loadProblems(
  { version }: Facts,
  {
    loaded,
    lostLauncher,
    loadProblem,
  }: Pick<ServerFacts, "loaded" | "lostLauncher" | "loadProblem">,
): Problem[] {
  if (loadProblem !== null) return [{ what: loadProblem, mend: "taw tmux load" }];
  if (lostLauncher !== null) {
    const what = `the taw loaded into this tmux server, ${lostLauncher}, is gone, so no new pane is watched`;
    return [{ what, mend: "taw tmux load" }];
  }
  if (loaded === version) return [];
  const what =
    loaded === null
      ? "taw is not loaded into this tmux server, so no pane is watched"
      : `taw ${loaded} is loaded into this tmux server, and this is ${version}`;
  return [{ what, mend: "taw tmux load" }];
}

function socketProblems({ wish, pid }: SocketFacts): Problem[] {
  if (wish === null) {
    const what = "@agent-wizard-herdr-socket is auto, on or off; what it is set to is read as auto";
    return [{ what, mend: null }];
  }
  if (wish !== "on" || pid !== null) return [];
  return [{ what: "the herdr socket is on, and nobody serves it", mend: "taw tmux load" }];
}

/** What each state of a watcher means, and how it is mended. A state that is well has no row. */
const WATCH_PROBLEMS: Readonly<Partial<Record<WatchState, { what: string; mend: string }>>> = {
  none: { what: "without a watcher", mend: "taw watch attach-all" },
  lost: { what: "whose watcher has ended", mend: "taw watch attach-all" },
  stalled: { what: "whose watcher does not answer", mend: "taw watch attach-all" },
  foreign: {
    what: "piped to another program, and so not watched",
    mend: "end that pipe with tmux pipe-pane -t PANE, then taw watch attach-all",
  },
};

const MOST_NAMED = 8;

function watchProblems(watched: readonly Watched[]): Problem[] {
  return Object.entries(WATCH_PROBLEMS).flatMap(([state, { what, mend }]) => {
    const ids = watched.filter((one) => one.state === state).map(({ pane }) => pane.id);
    if (ids.length === 0) return [];
    const more = ids.length > MOST_NAMED ? ", …" : "";
    const named = ids.slice(0, MOST_NAMED).join(", ") + more;
    return [{ what: `${count(ids.length, "pane")} ${what}: ${named}`, mend }];
  });
}

const count = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? "" : "s"}`;
