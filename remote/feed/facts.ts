import type { PaneId } from "../../src/core/ids.ts";
import type { Pane, World } from "../../src/core/world.ts";
import type { Clock } from "../../src/system/clock.ts";
import type { Environment } from "../../src/system/env.ts";
import { gitFacts } from "../../src/system/git.ts";
import type { GitFacts } from "../../src/system/git.ts";
import { readFrontWords } from "../../src/system/proc.ts";
import type { FeedWorktree } from "./protocol.ts";

/** Git is two processes for each folder. */
const GIT_EVERY_MS = 30_000;
/** A file is opened for it; those that are made and removed meanwhile are told by events. */
const WORKTREES_EVERY_MS = 10_000;

/** Gives the worktrees that are remembered and whose folders are there. */
export type ReadWorktrees = () => Promise<readonly FeedWorktree[]>;

/**
 * What no event tells and what is too slow to ask for a state line: git of the workspaces' folders, the command lines
 * of the jobs in front, and the worktrees that are remembered. Gathered now and then; a state line shows what was heard last.
 */
export class Facts {
  readonly #environment: Environment;
  readonly #clock: Clock;
  readonly #git = new Map<string, { facts: GitFacts | null; askedAtMs: number }>();
  readonly #commands = new Map<PaneId, { front: string; line: string }>();

  readonly #readWorktrees: ReadWorktrees;
  #worktrees: readonly FeedWorktree[] = [];
  #worktreesReadAtMs = Number.NEGATIVE_INFINITY;

  constructor(environment: Environment, clock: Clock, readWorktrees: ReadWorktrees) {
    this.#environment = environment;
    this.#clock = clock;
    this.#readWorktrees = readWorktrees;
  }

  get worktrees(): readonly FeedWorktree[] {
    return this.#worktrees;
  }

  gitOf(folder: string): GitFacts | null {
    return this.#git.get(folder)?.facts ?? null;
  }

  /** Null once another program is in front than the one whose words are known. */
  commandOf(pane: Pane): string | null {
    const known = this.#commands.get(pane.id);
    return known?.front === pane.command ? known.line : null;
  }

  /** True when something is not as it was heard last. */
  async gather(world: World, wantsGit: boolean): Promise<boolean> {
    const before = this.#text();
    await Promise.all([
      this.#gatherCommands(world),
      wantsGit ? this.#gatherGit(world) : Promise.resolve(),
      this.#isTimeForWorktrees() ? this.gatherWorktrees() : Promise.resolve(),
    ]);
    return this.#text() !== before;
  }

  #text(): string {
    const git = [...this.#git].map(([folder, { facts }]) => [folder, facts]);
    return JSON.stringify([...git, ...this.#commands, ...this.#worktrees]);
  }

  #isTimeForWorktrees(): boolean {
    return this.#clock.monotonicMs() - this.#worktreesReadAtMs >= WORKTREES_EVERY_MS;
  }

  async gatherWorktrees(): Promise<void> {
    this.#worktreesReadAtMs = this.#clock.monotonicMs();
    this.#worktrees = await this.#readWorktrees();
  }

  /** One folder after the other: git is not on anybody's way. */
  async #gatherGit(world: World): Promise<void> {
    const folders = new Set(world.workspaces.map(({ path }) => path).filter(Boolean));
    for (const folder of this.#git.keys()) if (!folders.has(folder)) this.#git.delete(folder);
    for (const folder of folders) {
      const askedAtMs = this.#clock.monotonicMs();
      const known = this.#git.get(folder);
      if (known && askedAtMs - known.askedAtMs < GIT_EVERY_MS) continue;
      this.#git.set(folder, { facts: await gitFacts(folder, this.#environment), askedAtMs });
    }
  }

  async #gatherCommands(world: World): Promise<void> {
    const living = world.panes.filter(({ isDead, pid }) => !isDead && pid > 0);
    const words = await readFrontWords(living.map(({ pid }) => pid));
    this.#commands.clear();
    for (const pane of living) {
      const line = words.get(pane.pid)?.join(" ").replace(/\s+/g, " ").trim() ?? "";
      if (line !== "")
        this.#commands.set(pane.id, { front: pane.command, line: line.slice(0, 500) });
    }
  }
}
