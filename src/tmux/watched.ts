import { Failure } from "../core/failure.ts";
import type { EntryKind } from "../core/entries.ts";
import { NOW, queueAppend } from "../core/queue.ts";
import { tmuxString } from "../core/quote.ts";
import type { PaneId } from "../core/ids.ts";
import type { Tmux } from "./client.ts";
import { clientFormats, OWN_TITLE, rowFields, rowFormat } from "./formats.ts";
import type { OptionName } from "./options.ts";
import { asHeld } from "./version.ts";

/** What a watcher asks of its own pane, in one call with the clients and the screen. */
const watchedFormats = {
  paneId: "#{pane_id}",
  pid: "#{pane_pid}",
  isDead: "#{pane_dead}",
  title: OWN_TITLE,
  runtimeFolder: "#{@agent_wizard_runtime}",
  stateFolder: "#{@agent_wizard_state}",
  configFolder: "#{@agent_wizard_config}",
  supplements: "#{@agent_wizard_supplements}",
  pipe: "#{@agent_pipe}",
  kind: "#{@agent_kind}",
  agentPid: "#{@agent_pid}",
  state: "#{@agent_state}",
  since: "#{@agent_state_since}",
  rule: "#{@agent_rule}",
  source: "#{@agent_source}",
  message: "#{@agent_message}",
  app: "#{@agent_app}",
  turn: "#{@agent_turn}",
  finalState: "#{@agent_final_state}",
  agentTitle: "#{@agent_title}",
  progress: "#{@agent_progress}",
  records: "#{@agent_records}",
  version: "#{version}",
} as const;

export type WatchedFields = Readonly<Record<keyof typeof watchedFormats, string>>;

export interface WatchedPane {
  readonly fields: WatchedFields;
  /** Somebody has the pane in front: a client that is no control client, in focus (facts.md §5). */
  readonly isLookedAt: boolean;
  /** The visible rows; null when they were not asked for. */
  readonly screen: string | null;
}

/**
 * The pane, who looks at it and, when wanted, what it shows, in one call. Null when the pane is gone, since tmux
 * answers for another one then (facts.md §0 fact 9).
 */
export async function readWatched(
  tmux: Tmux,
  paneId: PaneId,
  wantsScreen: boolean,
): Promise<WatchedPane | null> {
  const question = [
    ["list-clients", "-F", rowFormat("C", clientFormats)],
    ["display-message", "-p", "-t", paneId, rowFormat("P", watchedFormats)],
    ...(wantsScreen ? [["capture-pane", "-p", "-t", paneId]] : []),
  ];
  const text = await orGone(() => tmux.run(...question), "");
  const rows = text.split("\n", 1 + countClients(text));
  const fields = watchedFields(rows.at(-1) ?? "");
  if (fields?.paneId !== paneId) return null;
  const start = rows.reduce((sum, row) => sum + row.length + 1, 0);
  return {
    fields,
    isLookedAt: rows.some((row) => showsPane(row, paneId)),
    screen: wantsScreen ? text.slice(start).replace(/\n$/, "") : null,
  };
}

function watchedFields(row: string): WatchedFields | null {
  const version = rowFields(row, watchedFormats)?.version ?? "";
  return rowFields(asHeld(row, version), watchedFormats);
}

const countClients = (text: string): number =>
  /^(?:C\t.*\n)*/.exec(text)?.[0].match(/\n/g)?.length ?? 0;

function showsPane(row: string, paneId: PaneId): boolean {
  const client = rowFields(row, clientFormats);
  if (client === null || client.paneId !== paneId) return false;
  return client.isControl !== "1" && client.flags.split(",").includes("focused");
}

/** A pane option's new value; "" takes it off. */
export type OptionChange = readonly [name: OptionName, value: string];

const changeText = (paneId: PaneId, [name, value]: OptionChange): string =>
  value === ""
    ? `set-option -p -u -t ${paneId} ${name}`
    : `set-option -p -t ${paneId} ${name} ${tmuxString(value)}`;

/** One change of status more in the pane; tmux counts, since hooks count too. */
const countText = (paneId: PaneId): string =>
  `set-option -p -F -t ${paneId} @agent_state_seq "#{e|+:#{@agent_state_seq},1}"`;

export interface PaneWrite {
  readonly paneId: PaneId;
  /** The writer as it stands in `@agent_watcher`: `<pid> <start>`. */
  readonly writer: string;
  readonly changes: readonly OptionChange[];
  /** One more change of status to count. */
  readonly isNewState: boolean;
}

/** Sets a pane's options and queues what that tells, in one call. False, and nothing set, when the pane is gone or another watcher's by now. */
export async function writePane(tmux: Tmux, write: PaneWrite): Promise<boolean> {
  const { paneId, writer } = write;
  const texts = write.changes.map((change) => changeText(paneId, change));
  if (write.isNewState) texts.push(countText(paneId));
  texts.push(
    ...entriesOf(write).map((kind) => queueAppend(kind, paneId).map(tmuxString).join(" ")),
  );
  return whileOurs(tmux, paneId, writer, texts);
}

/**
 * Makes a watcher the pane's, `<pid> <start> <nudge socket>`. False when the pane is gone, or its pipe was closed or
 * given to another since the watcher began.
 *
 * @param pipeMark `@agent_pipe` as it stood when the watcher began, unix seconds
 */
export async function claimPane(
  tmux: Tmux,
  paneId: PaneId,
  watcher: string,
  pipeMark: string,
): Promise<boolean> {
  const isSamePipe = `#{&&:#{pane_pipe},#{==:#{@agent_pipe},${/^\d+$/.test(pipeMark) ? pipeMark : ""}}}`;
  const isOpen = `#{&&:#{==:#{pane_id},${paneId}},${isSamePipe}}`;
  const claim = `${changeText(paneId, ["@agent_watcher", watcher])} ; display-message -p ok`;
  const answer = await orGone(() => tmux.run(["if-shell", "-F", "-t", paneId, isOpen, claim]), "");
  return answer.startsWith("ok");
}

/**
 * Puts a watcher's name on the pane whose pipe it still reads, whatever stands there, and a mark where the pipe has none.
 * False when the pane or its pipe is gone.
 */
export async function reclaimPane(tmux: Tmux, paneId: PaneId, watcher: string): Promise<boolean> {
  const isOpen = `#{&&:#{==:#{pane_id},${paneId}},#{pane_pipe}}`;
  const texts = [
    changeText(paneId, ["@agent_watcher", watcher]),
    `if-shell -F -t ${paneId} '#{==:#{@agent_pipe},}' "set-option -pF -t ${paneId} @agent_pipe '${NOW}'"`,
    "display-message -p ok",
  ];
  const claim = texts.join(" ; ");
  const answer = await orGone(() => tmux.run(["if-shell", "-F", "-t", paneId, isOpen, claim]), "");
  return answer.startsWith("ok");
}

/**
 * Takes a watcher's name off a pane that it reads no more, and the mark of its pipe unless a pipe was opened anew.
 *
 * @param pipeMark `@agent_pipe` as it stood when the watcher began, unix seconds
 */
export async function releasePane(
  tmux: Tmux,
  paneId: PaneId,
  writer: string,
  pipeMark: string,
): Promise<void> {
  const isSamePipe = `#{==:#{@agent_pipe},${/^\d+$/.test(pipeMark) ? pipeMark : "none"}}`;
  await whileOurs(tmux, paneId, writer, [
    `set-option -p -u -t ${paneId} @agent_watcher`,
    `if-shell -F -t ${paneId} '${isSamePipe}' 'set-option -p -u -t ${paneId} @agent_pipe'`,
  ]);
}

/** An agent that came or left is told before the status that this brings (reference/herdr/events.md §3). */
function entriesOf({ changes, isNewState }: PaneWrite): EntryKind[] {
  const isOtherAgent = changes.some(([name]) => name === "@agent_kind");
  const told: EntryKind[] = isOtherAgent ? ["agent"] : [];
  if (isNewState) return [...told, "status"];
  return isOtherAgent ? told : ["updated"];
}

async function whileOurs(
  tmux: Tmux,
  paneId: PaneId,
  writer: string,
  texts: readonly string[],
): Promise<boolean> {
  const isOurs = `#{&&:#{==:#{pane_id},${paneId}},#{m:${writer} *,#{@agent_watcher}}}`;
  const text = [...texts, "display-message -p ok"].join(" ; ");
  const answer = await orGone(() => tmux.run(["if-shell", "-F", "-t", paneId, isOurs, text]), "");
  return answer.startsWith("ok");
}

/** A pane may go between two calls, or within one. */
async function orGone<Answer>(ask: () => Promise<Answer>, ifGone: Answer): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Failure && error.code === "not_found") return ifGone;
    throw error;
  }
}
