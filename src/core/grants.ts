import { Failure } from "./failure.ts";
import type { PaneId, TabId, WorkspaceId } from "./ids.ts";
import { publicPaneId } from "./ids.ts";
import { terminalPath } from "./job.ts";
import { findPane } from "./world.ts";
import type { Pane, World } from "./world.ts";

/**
 * What a caller inside a pane may be allowed (reference/agents/tuios.md §1): `read` lists, reads and waits, `write` types,
 * `admin` makes, closes, renames and focuses, `respond` types into another pane that waits on a prompt. `own` needs
 * none of them: a report about the caller's own pane.
 */
export type Grant = HeldGrant | "own";

/** The grants that a pane can hold, weakest first. */
export const GRANTS = ["read", "write", "admin", "respond"] as const;
export type HeldGrant = (typeof GRANTS)[number];

/** `[grants] mode`: `strict` takes `admin` from panes that were given nothing of their own. */
export type GrantsMode = "standard" | "strict";

/** The mode as it stands on the server; a word that is neither mode is taken for the narrower. */
export const parseGrantsMode = (text: string): GrantsMode =>
  text === "" || text === "standard" ? "standard" : "strict";

const DEFAULTS: Readonly<Record<GrantsMode, readonly HeldGrant[]>> = {
  standard: ["read", "write", "admin"],
  strict: ["read", "write"],
};

export const isGrant = (word: string): word is HeldGrant => GRANTS.some((grant) => grant === word);

/** Grants in their order, each once. `admin` includes reading and typing, never answering. */
export function normalGrants(words: readonly HeldGrant[]): HeldGrant[] {
  const isAdmin = words.includes("admin");
  return GRANTS.filter(
    (grant) => words.includes(grant) || (isAdmin && (grant === "read" || grant === "write")),
  );
}

/** How the option spells that a pane holds nothing: an empty option is one that is not set. */
const NOTHING = "none";

/** The option's value for what a pane is given. */
export const printGrants = (grants: readonly HeldGrant[]): string =>
  normalGrants(grants).join(" ") || NOTHING;

/** What an option's value gives; null when it is not set. A word that is no grant gives nothing. */
export const parseGrants = (text: string): readonly HeldGrant[] | null =>
  text === "" ? null : normalGrants(text.split(" ").filter(isGrant));

/** What a pane holds: what it was given, else what the mode gives every pane. */
export const grantsOf = ({ server }: World, pane: Pane): readonly HeldGrant[] =>
  pane.grants ?? DEFAULTS[server.grantsMode];

/** Where a caller stands; `unknown` is inside some pane, because what cannot be read is not let out. */
export type Place = PaneId | "outside" | "unknown";

/** What the system tells of a calling process. */
export interface CallerTrace {
  /** The process and its ancestors, nearest first, as far as they could be read. */
  readonly line: readonly number[];
  /** Whether everything could be read, the line up to the first process. */
  readonly isWhole: boolean;
  /** Its controlling terminal, as `Process.terminal` names it. */
  readonly terminal: string;
  /** `$TMUX` and `$TMUX_PANE` it was started with; null where they are unset, or are those of the tmux server itself. */
  readonly tmux: string | null;
  readonly tmuxPane: string | null;
}

/**
 * The pane that a process runs in: its ancestors decide, then its terminal (it stays when the parents have ended), then
 * the variables that the pane gave it (they stay with a process that has left both). A job of tmux itself (a key
 * binding, a popup) has none of them and is the person's.
 */
export function placeOf(world: World, trace: CallerTrace): Place {
  const alive = world.panes.filter((pane) => !pane.isDead);
  for (const pid of trace.line) {
    const pane = alive.find((one) => one.pid === pid);
    if (pane) return pane.id;
    if (pid === world.server.pid) break;
  }
  const terminal = terminalPath(trace.terminal);
  const onTerminal = terminal !== "" && alive.find((pane) => pane.tty === terminal);
  if (onTerminal) return onTerminal.id;
  const isOfServer = trace.tmux?.split(",").at(-2) === `${world.server.pid}`;
  if (isOfServer && trace.tmuxPane !== null) {
    return world.panes.find((pane) => pane.id === trace.tmuxPane)?.id ?? "unknown";
  }
  return trace.isWhole ? "outside" : "unknown";
}

/** What a caller may do. */
export interface Rights {
  readonly place: Place;
  readonly grants: readonly HeldGrant[];
}

/** Outside every pane is the person, with every right. Who cannot be placed holds what every pane holds, and no more. */
export function rightsAt(world: World, place: Place): Rights {
  if (place === "outside") return { place, grants: GRANTS };
  const pane = place === "unknown" ? null : findPane(world, place);
  if (pane) return { place, grants: grantsOf(world, pane) };
  return { place: "unknown", grants: GRANTS.filter((grant) => everyPaneHolds(world, grant)) };
}

const everyPaneHolds = (world: World, grant: HeldGrant): boolean =>
  DEFAULTS[world.server.grantsMode].includes(grant) &&
  world.panes.every((pane) => grantsOf(world, pane).includes(grant));

/** Whether some caller could be refused that grant; while none could, nobody has to be placed. */
export const couldRefuse = (world: World, grant: Grant): boolean =>
  grant !== "own" && !everyPaneHolds(world, grant);

/** The refusal of a caller that lacks the grant; null for one that holds it. */
export function refusalOf(world: World, rights: Rights, grant: Grant): Failure | null {
  if (grant === "own" || rights.grants.includes(grant)) return null;
  return forbidden(
    `${whoIs(world, rights.place)} does not hold \`${grant}\`${giveHint(world, rights, grant)}`,
  );
}

/**
 * The refusal of a caller that reports about something else than its own pane, or the tab and workspace that it is in;
 * null for those, and for the person. A program that does not wait for the answer has often ended before it can be placed
 * (hook scripts do that): its report is taken while every pane holds `admin`, which lets any of them do more than that.
 */
export function reportRefusal(
  world: World,
  { place, grants }: Rights,
  target: PaneId | TabId | WorkspaceId,
): Failure | null {
  if (place === "outside" || (place === "unknown" && grants.includes("admin"))) return null;
  const own = place === "unknown" ? null : findPane(world, place);
  if (own && [own.id, own.tabId, own.workspaceId].some((id) => id === target)) return null;
  return forbidden(
    `${whoIs(world, place)} may report about itself alone, not about ${target}: report from there, or from outside every pane`,
  );
}

/** Whether some caller could be refused typing into that pane; while none could, nobody has to be placed. */
export const couldRefuseTyping = (world: World, pane: Pane): boolean =>
  isAtPrompt(pane) || grantsOf(world, pane).some((grant) => !everyPaneHolds(world, grant));

/** Whether a caller may type into a pane also while it waits on a prompt. */
export const mayAnswer = ({ place, grants }: Rights, pane: Pane): boolean =>
  place === "outside" || place === pane.id || grants.includes("respond");

/**
 * The refusal of keys for a pane: those that would answer another pane's prompt need `respond`, and a pane that holds
 * more than the caller would do for it what it may not do itself. Its own pane is always allowed.
 */
export function typingRefusal(world: World, rights: Rights, pane: Pane): Failure | null {
  if (rights.place === "outside" || rights.place === pane.id) return null;
  if (isAtPrompt(pane) && !mayAnswer(rights, pane)) return promptRefusal(world, rights, pane);
  const more = grantsOf(world, pane).find((grant) => !rights.grants.includes(grant));
  if (more === undefined) return null;
  return forbidden(
    `${nameOf(world, pane.id)} holds \`${more}\`, which ${whoIs(world, rights.place)} does not, so it may not type there${giveHint(world, rights, more)}`,
  );
}

/** The refusal of keys that would answer the prompt of a pane. */
export const promptRefusal = (world: World, rights: Rights, pane: Pane): Failure =>
  forbidden(
    `${nameOf(world, pane.id)} waits on a prompt, the keys would answer it, and ${whoIs(world, rights.place)} does not hold \`respond\`${giveHint(world, rights, "respond")}`,
  );

/** tmux's format for a server on which no pane was given grants of its own. */
export const ALL_HOLD_THE_SAME = "#{==:#{S:#{W:#{P:#{@agent_grants}}}},}";

/** The same for one on which every caller may do what `admin` allows, so that nobody has to be placed. */
export const ALL_HOLD_ADMIN = `#{&&:#{!=:#{@agent_wizard_grants},strict},${ALL_HOLD_THE_SAME}}`;

/** tmux's format for a pane that does not wait on a prompt, for the call that types. */
export const NOT_AT_PROMPT = "#{!=:#{@agent_state},blocked}";

const isAtPrompt = (pane: Pane): boolean => pane.agent?.status === "blocked";

/** The refusal of giving grants to a pane; null when the caller may: nobody gives what it does not hold, nor `respond`. */
export function givingRefusal(
  world: World,
  rights: Rights,
  grants: readonly HeldGrant[],
): Failure | null {
  if (rights.place === "outside") return null;
  const lacking = grants.find((grant) => grant === "respond" || !rights.grants.includes(grant));
  if (lacking === undefined) return null;
  const reason =
    lacking === "respond"
      ? "`respond` is given from outside every pane only"
      : `${whoIs(world, rights.place)} does not hold \`${lacking}\` and cannot give it`;
  return forbidden(`${reason}: run the command in a terminal outside tmux`);
}

const nameOf = ({ panes }: World, id: PaneId): string => {
  const pane = panes.find((one) => one.id === id);
  return `pane ${pane ? publicPaneId(pane.workspaceId, id) : id}`;
};

const whoIs = (world: World, place: Place): string =>
  place === "unknown" || place === "outside"
    ? "the calling process, which cannot be told to be outside every pane,"
    : `the calling ${nameOf(world, place)}`;

/** How a person gives the grant that was missing. */
function giveHint(world: World, rights: Rights, grant: HeldGrant): string {
  const pane =
    rights.place === "outside" || rights.place === "unknown" ? null : findPane(world, rights.place);
  if (!pane) return ": call it from a terminal outside tmux";
  const words = printGrants([...rights.grants, grant]);
  return `: to allow it, run 'taw grants set ${publicPaneId(pane.workspaceId, pane.id)} ${words}' outside every pane`;
}

const forbidden = (message: string): Failure => new Failure("forbidden", message);
