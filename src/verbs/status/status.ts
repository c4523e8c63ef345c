import type { Watched, WatchState } from "../../core/watchers.ts";
import { defineVerb } from "../verb.ts";
import { readFacts } from "./facts.ts";
import type { Facts } from "./facts.ts";
import { problemsOf } from "./problems.ts";
import type { Problem } from "./problems.ts";

export default defineVerb({
  path: ["status"],
  summary: "Show what runs, what is wrong and how to mend it",
  result: "status",
  args: { json: { kind: "flag", doc: "print the envelope" } },
  run: async (edges) => {
    const facts = await readFacts(edges);
    const problems = problemsOf(facts);
    const { server } = facts;
    const found = "unreachable" in server ? null : server;
    return {
      type: "status",
      version: facts.version,
      program: facts.program,
      runs: runsText(facts),
      tmux: { installed: facts.installedTmux, socket: edges.tmux.address.label },
      server: found && { pid: found.server.pid, version: found.server.version },
      loaded: found?.loaded ?? null,
      watchers: found && countsOf(found.watched),
      socket: found && { option: found.socket.wish, pid: found.socket.pid },
      problems,
    };
  },
  print: (status, { json }) => (json ? null : statusText(status)),
});

const runsText = ({ build }: Facts): string => (build === null ? "source" : `build ${build}`);

const countsOf = (watched: readonly Watched[]): Partial<Record<WatchState, number>> =>
  watched.reduce<Partial<Record<WatchState, number>>>(
    (counts, { state }) => Object.assign(counts, { [state]: (counts[state] ?? 0) + 1 }),
    {},
  );

interface Status {
  version: string;
  program: string;
  runs: string;
  tmux: { installed: string | null; socket: string };
  server: { pid: number; version: string } | null;
  loaded: string | null;
  watchers: Partial<Record<WatchState, number>> | null;
  socket: { option: string | null; pid: number | null } | null;
  problems: readonly Problem[];
}

function statusText({ tmux, server, problems, ...status }: Status): string {
  const lines = [
    `taw        ${status.version}, from ${status.runs}, ${status.program}`,
    `tmux       ${tmux.installed ?? "not found"}`,
    `server     ${server ? `${server.version}, pid ${server.pid},` : "none answers"} on ${tmux.socket}`,
    ...(server ? [`loaded     ${status.loaded ?? "no"}`] : []),
    ...(status.watchers ? [`watchers   ${watchersText(status.watchers)}`] : []),
    ...(status.socket ? [`socket     ${socketText(status.socket)}`] : []),
    problems.length === 0 ? "problems   none" : "problems",
    ...problems.map(({ what, mend }) => `  ${what}${mend === null ? "" : `\n    mend: ${mend}`}`),
  ];
  return `${lines.join("\n")}\n`;
}

const socketText = ({ option, pid }: NonNullable<Status["socket"]>): string =>
  `${option ?? "auto"}, ${pid === null ? "not served" : `served by process ${pid}`}`;

const watchersText = (counts: Partial<Record<WatchState, number>>): string =>
  Object.entries(counts)
    .map(([state, count]) => `${count} ${state}`)
    .join(", ");
