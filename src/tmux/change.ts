import { Failure } from "../core/failure.ts";
import type { FailureSubject } from "../core/failure.ts";
import { isWorkspaceId } from "../core/ids.ts";
import type { PaneId, TabId, WorkspaceId } from "../core/ids.ts";
import { ALL_HOLD_ADMIN } from "../core/grants.ts";
import { COUNT_IF_LOADED } from "../core/queue.ts";
import { tmuxString } from "../core/quote.ts";
import type { Client, World } from "../core/world.ts";
import { carriedOut } from "./client.ts";
import type { Command, Tmux } from "./client.ts";
import {
  ALL_PANES,
  FRAME_COMMANDS,
  hasTabs,
  panesOfTab,
  parseWorld,
  WORLD_COMMANDS,
} from "./read.ts";

type Target = PaneId | TabId | WorkspaceId;

/** What has to hold of the target, and the refusal where it does not. */
export interface Condition {
  /** What it is asked of, where that is something else. */
  of?: Target;
  /** As `#{…}`. */
  format: string;
  otherwise: Failure;
}

/** One change of the server, carried out only while it makes sense: the condition travels with the commands. */
export interface Change {
  /** What has to be there still; tmux answers for the current thing to a missing target (facts.md §0 fact 9). */
  target: Target;
  /** What else has to hold of the target when the commands run, as tmux's format, and the refusal if it does not. */
  when?: Condition;
  /** Further conditions of the same kind; the first that does not hold tells the refusal. */
  guards?: readonly Condition[];
  commands: readonly Command[];
  /**
   * Which panes are read behind it: those of the target's tab are enough for an answer about one pane or tab, and with many
   * panes it is they that a World costs. Without it, all; of a workspace always all.
   */
  reads?: "tab" | "none";
  /** Something is closed, perhaps the last thing: a server without sessions has no World to read and ends. */
  closes?: true;
}

/** Commands, what has to be there for them, and what is to be known of it then. */
export type Wish = Pick<Change, "target" | "commands" | "reads">;

/** A change of which tmux itself can tell all that has to be known. */
export interface UnseenChange extends Wish {
  /** What has to hold of the target for these commands to be the right ones, as tmux's formats. */
  only?: readonly string[];
}

/** What came of one: it is done, or nothing is, and that is how the server stands. */
export type Unseen = { changed: Changed } | { seen: World };

export interface Changed {
  /**
   * The server after the change, read in the same call; with nothing in it when the last workspace was closed, and with no
   * more panes than the change `reads`.
   */
  world: World;
  /** What the commands printed (`-P -F`), without the newline that ends it. */
  printed: string;
}

const SUBJECTS: Readonly<Record<string, { format: string; subject: FailureSubject }>> = {
  "%": { format: "pane_id", subject: "pane" },
  "@": { format: "window_id", subject: "tab" },
  $: { format: "session_id", subject: "workspace" },
};

const DONE = "taw:done";
const REFUSED = "taw:refused";
const GONE = "taw:gone";

const say = (word: string): string => `display-message -p ${word}`;

/** Commands as tmux's parser reads them, exact for every byte of every word. */
export const commandText = (commands: readonly Command[]): string =>
  commands.map((words) => words.map(tmuxString).join(" ")).join(" ; ");

const test = (target: Target, format: string, then: string, otherwise: string): Command => [
  "if-shell",
  "-F",
  "-t",
  target,
  format,
  then,
  otherwise,
];

/** Commands, or others, by what a format gives at a target. */
export const whether = (
  target: Target,
  format: string,
  then: readonly Command[],
  otherwise: readonly Command[] = [],
): Command => test(target, format, commandText(then), commandText(otherwise));

/** Carries `done` out while all conditions hold, else says which is the first that does not. */
function whenAll(target: Target, conditions: readonly Condition[], done: string): string {
  const numbered = conditions.map((condition, index) => ({ ...condition, index }));
  const elsewhere = numbered.filter(({ of = target }) => of !== target);
  const here = numbered.filter(({ of = target }) => of === target);
  return elsewhere.reduceRight(
    (rest, { of = target, format, index }) =>
      commandText([test(of, format, rest, say(refused(index)))]),
    here.length > 0 ? whenAllHere(target, here, done) : done,
  );
}

function whenAllHere(
  target: Target,
  conditions: readonly (Condition & { index: number })[],
  done: string,
): string {
  const all = conditions.map(({ format }) => format).reduce(both);
  const refusal = conditions.reduceRight(
    (rest, { format, index }) => commandText([test(target, format, rest, say(refused(index)))]),
    say(refused(0)),
  );
  return commandText([test(target, all, done, refusal)]);
}

const both = (one: string, other: string): string => `#{&&:${one},${other}}`;

const refused = (index: number): string => `${REFUSED}-${index}`;

/** Commands that are carried out while that thing is there, and left out without a word when it has gone. */
export const ifThere = (target: Target, commands: readonly Command[]): Command =>
  whether(target, `#{==:#{${nameOf(target)}},${target}}`, commands);

/** A command for a client that is carried out while it shows that workspace, and left out when it has gone. */
export const whileAttached = (
  { name, workspaceId }: Pick<Client, "name" | "workspaceId">,
  command: Command,
): Command => [
  "if-shell",
  "-F",
  "-t",
  workspaceId,
  `#{m:*#,${name}#,*,#,#{session_attached_list}#,}`,
  commandText([command]),
];

const nameOf = (target: Target): string => SUBJECTS[target.charAt(0)]?.format ?? "pane_id";

/** The format that holds while the target is there, on the very server that was looked at: its ids mean nothing elsewhere. */
function isThere(target: Target, { server }: World): string {
  return `#{&&:#{==:#{${nameOf(target)}},${target}},#{==:#{pid} #{start_time},${server.pid} ${server.startUnix}}}`;
}

/**
 * Runs the commands in one tmux call with their condition in front and the World behind: what is read is what the change
 * left. Nothing is carried out in part: a command that tmux refuses ends those after it, and rises as tmux's refusal.
 *
 * @throws Failure `not_found` when the target, or the server that was looked at, has gone; the one of a condition; what tmux refuses
 */
export async function change(tmux: Tmux, seen: World, wish: Change): Promise<Changed> {
  const { target, when, guards = [], closes } = wish;
  const conditions = [...guards, ...(when ? [when] : [])];
  const done = closes ? doing(wish) : doneAndRead(wish);
  const body = conditions.length > 0 ? whenAll(target, conditions, done) : done;
  const call = tmux.runForPanes(
    test(target, isThere(target, seen), body, say(GONE)),
    ...(closes ? WORLD_IF_ANY : FRAME_COMMANDS),
  );
  const answer = await carriedOut(call, isWhole);
  const { outcome, printed, after } = partsOf(answer);
  const refusal = conditions.find((_, index) => outcome === refused(index));
  if (refusal) throw refusal.otherwise;
  if (outcome !== DONE) throw goneFailure(target);
  return { world: closes && after === "" ? emptied(seen) : parseWorld(after), printed };
}

/**
 * The same in one call alone. Nothing is done where the target is not there, a condition does not hold, or some caller
 * could be refused (docs/SECURITY.md): then the call was the look that has to come first.
 *
 * @throws Failure as tmux refuses
 */
export async function changeUnseen(tmux: Tmux, wish: UnseenChange): Promise<Unseen> {
  const { target, only = [] } = wish;
  const isSo = [`#{==:#{${nameOf(target)}},${target}}`, ALL_HOLD_ADMIN, ...only].reduce(both);
  const look = `${say(GONE)} ; ${commandText([ALL_PANES])}`;
  const call = tmux.run(test(target, isSo, doneAndRead(wish), look), ...FRAME_COMMANDS);
  const answer = await carriedOut(call, isWhole);
  const { outcome, printed, after } = partsOf(answer);
  const world = parseWorld(after);
  return outcome === DONE ? { changed: { world, printed } } : { seen: world };
}

const doing = ({ commands }: Wish): string =>
  `${commandText(commands)} ; ${COUNT_IF_LOADED} ; ${say(DONE)}`;

const doneAndRead = (wish: Wish): string =>
  wish.reads === "none" ? doing(wish) : `${doing(wish)} ; ${commandText([panesReadBy(wish)])}`;

const panesReadBy = ({ target, reads }: Wish): Command =>
  reads === "tab" && !isWorkspaceId(target) ? panesOfTab(target) : ALL_PANES;

/** What the commands printed, the word that says how it went, and what was asked behind them. */
function partsOf(answer: string): { printed: string; outcome: string; after: string } {
  const end = /^taw:(?:done|gone|refused-\d+)\n/m.exec(answer);
  if (end === null) return { printed: answer, outcome: "", after: "" };
  return {
    printed: answer.slice(0, end.index).replace(/\n$/, ""),
    outcome: end[0].trimEnd(),
    after: answer.slice(end.index + end[0].length),
  };
}

/** All was done, and the World behind it was read to its end. */
function isWhole(answer: string): boolean {
  const { outcome, after } = partsOf(answer);
  return outcome === DONE && hasTabs(after);
}

/** tmux refuses to list what is there when nothing is. */
const WORLD_IF_ANY: readonly Command[] = [
  ["if-shell", "-F", "#{S:x}", commandText(WORLD_COMMANDS)],
];

const emptied = (seen: World): World => ({
  server: seen.server,
  workspaces: [],
  links: [],
  tabs: [],
  panes: [],
  clients: [],
});

function goneFailure(target: Target): Failure {
  const subject = SUBJECTS[target.charAt(0)]?.subject ?? "";
  return new Failure(
    "not_found",
    `${subject} ${target} is gone; ${subject} list shows what is there`,
    {
      subject,
    },
  );
}
