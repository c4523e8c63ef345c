import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Fields } from "../../src/core/json.ts";
import { fieldsOf, resultOf } from "./answer.ts";
import { run } from "./taw.ts";
import type { Ran } from "./taw.ts";
import { tmuxServer } from "./tmux.ts";
import type { TmuxServer } from "./tmux.ts";

/** A git repository with one commit, and a tmux server whose workspace `w1` stands in it. */
export interface RepositoryServer extends TmuxServer {
  readonly repo: string;
  /** Where worktrees go that are given no path. */
  readonly places: string;
  /** Runs git in a folder (the repository) and gives its stdout; throws with stderr when it fails. */
  git(words: readonly string[], folder?: string): Promise<string>;
  /** Adds a file and commits it. */
  commit(folder: string, file: string, text?: string): Promise<void>;
  /** `taw worktree …` on taw's face, then on herdr's as `herdr`. */
  worktree(...words: string[]): Promise<Ran>;
  herdr(...words: string[]): Promise<Ran>;
  /** Makes a worktree by the verb and gives its answer. */
  create(branch: string, ...words: string[]): Promise<Made>;
}

export interface Made {
  readonly result: Fields;
  readonly workspaceId: string;
  readonly path: string;
}

const WHO = ["-c", "user.name=t", "-c", "user.email=t@t", "-c", "init.defaultBranch=main"];

/** Close it as a server. */
export async function repositoryServer(name = "api"): Promise<RepositoryServer> {
  const server = await tmuxServer();
  const { box } = server;
  const repo = join(box.root, name);
  const git = async (words: readonly string[], folder = repo) => {
    const ran = await run(["git", ...WHO, "-C", folder, ...words], { env: box.env });
    if (ran.code !== 0) throw new Error(`git ${words.join(" ")}: ${ran.stderr.trim()}`);
    return ran.stdout.replace(/\n$/, "");
  };
  const commit = async (folder: string, file: string, text = file) => {
    await Bun.write(join(folder, file), text);
    await git(["add", "--", file], folder);
    await git(["commit", "-qm", `add ${file}`], folder);
  };
  mkdirSync(repo);
  await git(["init", "-q"]);
  await commit(repo, "README");
  await server.tmux("respawn-pane", "-k", "-c", repo, "-t", "%0", "cat");
  const worktree = (...words: string[]) => server.taw("worktree", ...words);
  return {
    ...server,
    repo,
    places: join(box.home, ".local/share/tmux-agent-wizard/worktrees", name),
    git,
    commit,
    worktree,
    herdr: (...words) => server.taw("--face=herdr", "worktree", ...words),
    create: async (branch, ...words) => {
      const result = resultOf(
        await worktree("create", "--workspace", "w1", "--branch", branch, ...words),
      );
      return {
        result,
        workspaceId: String(fieldsOf(result, "workspace")["workspace_id"]),
        path: String(fieldsOf(result, "worktree")["path"]),
      };
    },
  };
}
