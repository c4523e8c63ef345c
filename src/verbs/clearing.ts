import { clearedSince, isClear } from "../core/cleared.ts";
import type { ScreenLook } from "../core/cleared.ts";
import { Failure } from "../core/failure.ts";
import type { Pane, World } from "../core/world.ts";
import type { Edges } from "../edges.ts";
import type { Command } from "../tmux/client.ts";
import { glanceAt } from "../tmux/glance.ts";
import type { Glance } from "../tmux/glance.ts";
import { followOutput } from "./output.ts";
import { ownInFront, promptScreen } from "./shell-prompt.ts";
import type { Front } from "./shell-prompt.ts";

/** What was cleared of a pane; the note says what was left alone, and why. */
export interface Cleared {
  history: boolean;
  screen: boolean;
  note: string | null;
}

const ON_ALTERNATE = "the program in front has a screen of its own, so nothing was cleared";

/** Shells that draw their prompt again on Ctrl-L. */
const SHELLS: ReadonlySet<string> = new Set(["bash", "zsh", "fish"]);
const REDRAW_MS = 3000;
/** A terminal may echo the key just before the shell that was starting reads it. */
const ECHO_MS = 300;

/**
 * Clears a pane's history, and its screen where its own shell is at its prompt: the shell is asked with Ctrl-L, so that it
 * draws its prompt and the line that is being typed again at the top (spec, "pane clear").
 *
 * @throws Failure `not_found`; `tmux_error`; `forbidden` for a caller that may not type there
 */
export async function clearPane(edges: Edges, seen: World, pane: Pane): Promise<Cleared> {
  const glance = await glanceAt(edges.tmux, pane.id);
  if (glance.isOnAlternateScreen) return { history: false, screen: false, note: ON_ALTERNATE };
  const front = await ownInFront(pane);
  const obstacle = obstacleOf(pane, glance, front);
  const resting =
    front && obstacle === null
      ? await promptScreen(edges, pane, { glance, front }, REDRAW_MS)
      : null;
  if (front === null || resting === null) {
    return historyOnly(edges, seen, pane, obstacle ?? "its shell is not at rest");
  }
  return atPrompt(edges, seen, { pane, shell: front.name, resting });
}

/** Why the screen is left alone; null where a shell may be asked. */
function obstacleOf(pane: Pane, glance: Glance, front: Front | null): string | null {
  if (glance.isSynchronised) return "its tab is synchronised, so every pane would get the key";
  if (pane.isDead) return "its program has ended";
  if (pane.isInMode) return "it is in a mode";
  if (!pane.takesInput) return "it takes no input";
  if (front === null) return "a program is in front of its shell";
  return SHELLS.has(front.name) ? null : `${front.name} is not bash, zsh or fish`;
}

const leftAlone = (why: string): string => `only the history was cleared: ${why}`;

async function historyOnly(edges: Edges, seen: World, pane: Pane, why: string): Promise<Cleared> {
  const otherwise = new Failure("tmux_error", ON_ALTERNATE);
  const isAlternate = await refusedBy(otherwise, () =>
    edges.change(seen, {
      target: pane.id,
      when: { format: "#{==:#{alternate_on},0}", otherwise },
      commands: [clearHistory(pane)],
    }),
  );
  if (isAlternate) return { history: false, screen: false, note: ON_ALTERNATE };
  return { history: true, screen: false, note: leftAlone(why) };
}

const clearHistory = ({ id }: Pane): Command => ["clear-history", "-t", id];

/** True when that refusal, and no other, kept the change from being carried out. */
async function refusedBy(refusal: Failure, change: () => Promise<unknown>): Promise<boolean> {
  try {
    await change();
    return false;
  } catch (error) {
    if (error !== refusal) throw error;
    return true;
  }
}

interface AtPrompt {
  pane: Pane;
  shell: string;
  resting: Glance;
}

async function atPrompt(edges: Edges, seen: World, prompt: AtPrompt): Promise<Cleared> {
  const { pane, resting } = prompt;
  if (isClear(resting)) {
    await edges.change(seen, { target: pane.id, commands: [clearHistory(pane)] });
    return { history: true, screen: true, note: null };
  }
  using output = await followOutput(edges, pane.tty);
  if (await press(edges, seen, prompt, "C-l")) {
    return historyOnly(edges, seen, pane, "another program came in front of its shell");
  }
  const before: ScreenLook = { ...resting, historySize: 0 };
  const outcome = await outcomeOf(edges, pane, before, (mostMs) => output.next(mostMs));
  if (outcome === "echoed") {
    return { history: true, screen: false, note: await takeBack(edges, seen, prompt, before) };
  }
  if (outcome === "nothing") {
    return {
      history: true,
      screen: false,
      note: leftAlone(`${prompt.shell} did not answer Ctrl-L`),
    };
  }
  await edges.change(seen, { target: pane.id, commands: [clearHistory(pane)] });
  return { history: true, screen: true, note: null };
}

/** Empties the history and presses a key, while the shell is still in front and takes keys; true when it is not. */
function press(
  edges: Edges,
  seen: World,
  { pane, shell }: AtPrompt,
  key: "C-l" | "BSpace",
): Promise<boolean> {
  const otherwise = new Failure("tmux_error", "the shell is not in front any more");
  const isReady = [
    `#{==:#{pane_current_command},${shell}}`,
    ...["pane_in_mode", "pane_input_off", "pane_dead", "alternate_on", "pane_synchronized"].map(
      (name) => `#{==:#{${name}},0}`,
    ),
  ].reduce((all, one) => `#{&&:${all},${one}}`);
  const commands = [clearHistory(pane), ["send-keys", "-t", pane.id, key]];
  const when = { format: isReady, otherwise };
  return refusedBy(otherwise, () => edges.change(seen, { target: pane.id, when, commands }));
}

/** Looks until the screen was cleared; a key that was echoed is given a moment more. */
async function outcomeOf(
  { tmux, clock }: Edges,
  pane: Pane,
  before: ScreenLook,
  next: (mostMs: number) => Promise<void>,
): Promise<"cleared" | "echoed" | "nothing"> {
  let deadline = clock.monotonicMs() + REDRAW_MS;
  for (let wasEchoed = false; ;) {
    const outcome = clearedSince(before, await glanceAt(tmux, pane.id));
    if (outcome === "cleared") return outcome;
    if (outcome === "echoed" && !wasEchoed) deadline = clock.monotonicMs() + ECHO_MS;
    wasEchoed = outcome === "echoed";
    const leftMs = deadline - clock.monotonicMs();
    if (leftMs <= 0) return outcome;
    await next(leftMs);
  }
}

/** Takes ^L back out of the line that it landed in; gives the note. */
async function takeBack(
  edges: Edges,
  seen: World,
  prompt: AtPrompt,
  before: ScreenLook,
): Promise<string> {
  const { pane, shell } = prompt;
  const took = leftAlone(`${shell} took Ctrl-L as text`);
  using output = await followOutput(edges, pane.tty);
  if (!(await press(edges, seen, prompt, "BSpace"))) {
    const deadline = edges.clock.monotonicMs() + ECHO_MS;
    for (let leftMs = ECHO_MS; leftMs > 0; leftMs = deadline - edges.clock.monotonicMs()) {
      const now = await glanceAt(edges.tmux, pane.id);
      if (clearedSince(before, now) !== "echoed")
        return `${took}, and a Backspace took it out again`;
      await output.next(leftMs);
    }
  }
  return `${took}, and ^L could not be taken out of its line`;
}
