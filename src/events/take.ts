import { parseEntries } from "../core/entries.ts";
import { frontOf, parseFront, printFront } from "../core/front.ts";
import { parsePaneId } from "../core/ids.ts";
import type { PaneId } from "../core/ids.ts";
import type { Taken } from "../core/happenings.ts";
import type { Front } from "../core/front.ts";
import { tmuxString } from "../core/quote.ts";
import { channelOf, DRAINER_LEASE_S, leaseText } from "../core/queue.ts";
import { parseRoster, printRoster, rosterOf } from "../core/roster.ts";
import type { Command, Tmux } from "../tmux/client.ts";
import { parseWorld, WORLD_COMMANDS } from "../tmux/read.ts";
import { asHeld } from "../tmux/version.ts";

/** One batch as it was taken, with what is needed to write the roster that goes with it. */
export interface Batch extends Taken {
  /** `@agent_wizard_panes_generation` when it was read. */
  generation: string;
}

const ROSTER_QUESTION = [
  "#{@agent_wizard_panes_generation}",
  "#{@agent_wizard_focused}",
  "#{@agent_wizard_exited}",
  "#{@agent_wizard_panes}",
].join("\t");

const READ: readonly Command[] = [["display-message", "-p", ROSTER_QUESTION], ...WORLD_COMMANDS];

const TAKE: readonly Command[] = [
  ["show-options", "-sv", "@agent_wizard_queue"],
  ["set-option", "-su", "@agent_wizard_queue"],
  ["display-message", "-p", "\t=rest"],
  ...READ,
];

const textOf = (commands: readonly Command[]): string =>
  commands.map((words) => words.map(tmuxString).join(" ")).join(" ; ");

/** Who drains: what it says in tmux while it takes a batch, and with the queue empty, in the call that finds it so. */
export interface Drainer {
  onTake: string;
  onEmpty: string;
}

/** One that was started for what stands in the queue; its flag goes when it ends, so that the next entry starts another. */
export const STARTED: Drainer = {
  onTake: leaseText("@agent_wizard_draining", DRAINER_LEASE_S),
  onEmpty: "set-option -su @agent_wizard_draining",
};

/** One that stays and waits, `<reader>.<count>`, for what is queued from this call on. */
export function residentDrainer(wait: string): Drainer {
  const waits = `set-option -s @agent_wizard_waiting ${wait}`;
  return { onTake: waits, onEmpty: waits };
}

/**
 * One that looks again by itself while a storm goes on, and waits only once the queue is empty.
 *
 * @param left the wait that nobody will wait for any more; a second signal takes a channel away that was woken (tmux
 *   keeps one signal for whom there is nobody, and drops it with the next)
 */
export function stormDrainer(left: string | null, wait: string): Drainer {
  const isOpen = "#{@agent_wizard_waiting}";
  const leave = `if -F '${isOpen}' { set -su @agent_wizard_waiting } { wait-for -S ${channelOf(left ?? "")} }`;
  const { onEmpty } = residentDrainer(wait);
  return left === null
    ? { onTake: "", onEmpty }
    : { onTake: leave, onEmpty: `${leave} ; ${onEmpty}` };
}

/** Takes the queue and clears it, with the World of that moment, in one tmux call; null when the queue is empty. */
export async function take(tmux: Tmux, drainer: Drainer): Promise<Batch | null> {
  const isEmpty = "#{==:#{@agent_wizard_queue},}";
  const taking = [drainer.onTake, textOf(TAKE)].filter(Boolean).join(" ; ");
  const text = await tmux.run(["if-shell", "-F", isEmpty, drainer.onEmpty, taking]);
  const marker = "\t=rest\n";
  const at = text.indexOf(marker);
  if (at < 0) return null;
  const rest = parseRest(text.slice(at + marker.length));
  return { entries: parseEntries(asHeld(text.slice(0, at), rest.world.server.version)), ...rest };
}

/** The same entries against the roster and the World as they are now. */
export async function retake(tmux: Tmux, batch: Batch): Promise<Batch> {
  return { ...parseRest(await tmux.run(...READ)), entries: batch.entries };
}

function parseRest(text: string): Omit<Batch, "entries"> {
  const end = text.indexOf("\n");
  const [generation = "", front = "", exited = "", roster = ""] = text.slice(0, end).split("\t");
  return {
    generation,
    front: parseFront(front),
    exited: new Set(exited.split(" ").flatMap((id) => parsePaneId(id) ?? [])),
    roster: roster === "" ? null : parseRoster(roster),
    world: parseWorld(text.slice(end + 1)),
  };
}

/**
 * Writes what was told as the roster, with what is in front, unless somebody else has written them since they were read;
 * the marks of exits that were told go with it. True when there was nothing to write, or it is written.
 */
export async function writeRoster(tmux: Tmux, batch: Batch): Promise<boolean> {
  if (batch.roster === null) return true;
  const next = printRoster(rosterOf(batch.world));
  const told = new Set([...batch.exited, ...exitsIn(batch)]);
  const [before, front] = [batch.front, frontOf(batch.world)].map(frontText);
  if (next === printRoster(batch.roster) && front === before && told.size === 0) return true;
  const writes: Command[] = [
    ["set-option", "-s", "@agent_wizard_panes", next],
    ["set-option", "-s", "@agent_wizard_focused", front ?? ""],
    ["set-option", "-sF", "@agent_wizard_panes_generation", `#{e|+:${batch.generation},1}`],
    ...[...told].map(unmark),
    ["display-message", "-p", "ok"],
  ];
  const isSame = `#{==:#{@agent_wizard_panes_generation},${batch.generation}}`;
  const answer = await tmux.run(["if-shell", "-F", isSame, textOf(writes)]);
  return answer.startsWith("ok");
}

const frontText = (front: Front | null): string => (front ? printFront(front) : "");

const exitsIn = ({ entries }: Batch): PaneId[] =>
  entries
    .filter(({ kind }) => kind === "exited")
    .flatMap(({ fields }) => parsePaneId(fields["pane"] ?? "") ?? []);

const unmark = (pane: PaneId): Command => [
  "set-option",
  "-sF",
  "@agent_wizard_exited",
  `#{s/${pane} //:@agent_wizard_exited}`,
];
