import { hostname } from "node:os";
import { printOnce, produceFeed } from "../../../remote/feed/produce.ts";
import type { FeedEdges, FeedSettings } from "../../../remote/feed/produce.ts";
import { FEED_PROTOCOL } from "../../../remote/feed/protocol.ts";
import type { FeedWorktree } from "../../../remote/feed/protocol.ts";
import { loadConfig, shortProblemText } from "../../config/load.ts";
import { Failure } from "../../core/failure.ts";
import { repoName } from "../../core/membership.ts";
import type { Edges } from "../../edges.ts";
import { configFolder } from "../../system/env.ts";
import { isThere } from "../../system/files.ts";
import { printLine } from "../../system/output.ts";
import { stopSignal } from "../../system/signals.ts";
import { isRead } from "../../system/terminal.ts";
import { lookAtServer } from "../../tmux/folders.ts";
import type { KeptWorktree } from "../../store/worktrees.ts";
import { madeIn, remembered } from "../../worktree/memory.ts";
import { requireGrant } from "../permitted.ts";
import { defineVerb } from "../verb.ts";

const STDOUT = 1;

export default defineVerb({
  path: ["machine", "feed"],
  summary: "Print what the cockpit shows of this machine, a JSON line for each change",
  args: {
    protocol: { kind: "number", value: "N", min: 0, doc: "the protocol that the app speaks (1)" },
    once: { kind: "flag", doc: "print a hello and a state, then end" },
  },
  run: async (edges, args) => {
    requireProtocol(args.protocol ?? FEED_PROTOCOL);
    await requireGrant(edges);
    const unread = new AbortController();
    const feed = feedEdges(edges, () => unread.abort());
    if (args.once) await printOnce(feed);
    else await produceFeed(feed, input(), AbortSignal.any([stopSignal(), unread.signal]));
    return { exitCode: 0 };
  },
});

function requireProtocol(asked: number): void {
  if (asked === FEED_PROTOCOL) return;
  const older = asked > FEED_PROTOCOL ? "this machine's taw" : "the app's taw";
  throw new Failure(
    "unsupported",
    `this taw speaks feed protocol ${FEED_PROTOCOL}, and the app asked for ${asked}: update ${older}`,
  );
}

/** @param onUnread called when there is nobody any more who reads what is printed, as behind `| head -1` */
const feedEdges = (edges: Edges, onUnread: () => void): FeedEdges => ({
  tmux: edges.tmux,
  environment: edges.environment,
  clock: edges.clock,
  host: hostname(),
  write: (line) => {
    printLine(JSON.stringify(line));
    if (!isRead(STDOUT)) onUnread();
  },
  settings: (folder) => settings(folder || configFolder(edges.environment)),
  worktrees: () => worktrees(edges),
});

/** The worktrees that verbs made or opened, as far as their folders are there; none where no state folder can be named. */
async function worktrees(edges: Edges): Promise<FeedWorktree[]> {
  try {
    const { server, state } = await lookAtServer(edges.tmux, edges.environment);
    const kept = await remembered(edges, state);
    const there = await Promise.all(kept.map(({ checkoutPath }) => isThere(checkoutPath)));
    return kept.filter((_, at) => there[at]).map((one) => worktreeLine(one, server));
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}

/** What is kept has its links resolved already. */
const worktreeLine = (kept: KeptWorktree, server: string): FeedWorktree => ({
  path: kept.checkoutPath,
  branch: kept.branch,
  label: repoName(kept.repoRoot),
  repo_key: kept.repoKey,
  repo_root: kept.repoRoot,
  workspace_id: madeIn(kept, server),
  real_path: kept.checkoutPath,
  real_repo_root: kept.repoRoot,
});

async function settings(folder: string): Promise<FeedSettings> {
  const { config, problems } = await loadConfig(folder);
  const worst = problems.find(({ severity }) => severity === "error");
  return {
    configProblem: worst ? shortProblemText(worst) : "",
    showGit: config["ui.show_git"],
    doneDelayMs: config["ui.toast.done_delay_seconds"] * 1000,
  };
}

async function* input(): AsyncIterable<string> {
  const decoder = new TextDecoder();
  for await (const bytes of Bun.stdin.stream()) yield decoder.decode(bytes, { stream: true });
}
