/** One replayed agent: where it stands, and how long its person takes. */
export interface Part {
  /** The agent's own name: the player is started under it, and its recording is `recordings/<kind>.cast`. */
  readonly kind: string;
  readonly workspace: string;
  readonly tab: string;
  /** How long a dialog waits for its answer: recorded answers come at once. */
  readonly thinkMs: number;
  /** How long the agent rests after its last turn before it starts over. */
  readonly restMs: number;
}

/** THE table of who plays in the demo. The times differ, so that something changes every few seconds. */
export const SCENE: readonly Part[] = [
  { kind: "claude", workspace: "api", tab: "login", thinkMs: 9_000, restMs: 12_000 },
  { kind: "codex", workspace: "api", tab: "tests", thinkMs: 14_000, restMs: 20_000 },
  { kind: "opencode", workspace: "web", tab: "forms", thinkMs: 22_000, restMs: 9_000 },
  { kind: "gemini", workspace: "web", tab: "styles", thinkMs: 6_000, restMs: 26_000 },
  { kind: "pi", workspace: "docs", tab: "guide", thinkMs: 8_000, restMs: 15_000 },
];
