import type { FeedHello, FeedLine, FeedState } from "../remote/feed/protocol.ts";
import { goTo } from "./actions.ts";
import { hintOf, useHint } from "./hints.ts";
import { onKey, onText } from "./keyboard.ts";
import { listOf, selectedRow } from "./listing.ts";
import type { Machine, Model } from "./model.ts";
import { updateMouse } from "./mouse.ts";
import {
  keepSelection,
  leavePeek,
  reveal,
  rowName,
  select,
  selectThing,
  withKeyNote,
  withNote,
} from "./moves.ts";
import type { Cmd, KeyPress, Msg } from "./msg.ts";
import type { Brightness } from "../src/store/cockpit.ts";
import { toldBy, withPalette } from "./palette.ts";
import { foldersToAsk, KNOWN_FOLDERS, onFolders, onOpened } from "./picker.ts";
import { wantedPane } from "./preview.ts";
import { withRecall } from "./recall.ts";
import { paneOf } from "./rows.ts";
import { askPreview, onPaneRead, onWatched, readUnwatched } from "./watching.ts";
import type { Step } from "./step.ts";
import { stay } from "./step.ts";

const HOLD_MS = 1_000;
const PULSE_MS = 800;
const REST_MS = 60;
const MINUTE_MS = 60_000;
const SPIN_MS = 125;
/** A machine that takes longer to speak finds a person who thinks of something else. */
const WISH_MS = 2_000;
const FORGOTTEN_MS = 10_000;
const TURN: Cmd = { type: "timer", name: "motion", afterMs: 250 };

const MINUTE: Cmd = { type: "timer", name: "minute", afterMs: MINUTE_MS };

/** What the program asks for before the first message. */
export const startOf = ({ picker }: Model): readonly Cmd[] =>
  picker === null ? [MINUTE] : [MINUTE, KNOWN_FOLDERS];

function onMsg(model: Model, msg: Msg): Step {
  switch (msg.type) {
    case "key":
      return onPress(held(model), msg);
    case "paste":
      return stay(onText(held(model), msg.text));
    case "mouse":
      return updateMouse(held(model), msg);
    case "resize":
      return stay(resized(model, msg.columns, msg.rows));
    case "feed":
      return onLine(model, msg.line);
    case "feed-bad":
      return stay(onBadLine(model));
    case "feed-ended":
      return stay(onFeedEnded(model, msg.problem));
    case "timer":
      return TIMERS[msg.name](model);
    case "focus":
      return stay({ ...model, isFocused: msg.isFocused });
    case "background":
      return onBackground(model, msg.mode);
    case "recalled":
      return stay(withRecall(model, msg.recall));
    case "forgotten":
      return stay(withNote(model, msg.problem, "error", FORGOTTEN_MS));
    case "pane-read":
      return onPaneRead(model, msg);
    case "not-stopped":
      return stay(withKeyNote(model, "no shell started this, so it cannot stop", "quit", "leaves"));
    case "folders":
      return onFolders(model, msg.list);
    case "opened":
      return onOpened(model, msg);
    case "went":
      return onWent(model, msg);
  }
}

/** What the key does; the first-run line leaves once enough of its keys were used. */
function onPress(model: Model, press: KeyPress): Step {
  const hint = hintOf(model, press);
  const [next, cmds] = onKey(model, press);
  if (hint === null) return [next, cmds];
  const [used, remember] = useHint(next, hint);
  return [reveal(used), [...cmds, remember]];
}

function onLine(model: Model, line: FeedLine): Step {
  if (line.type === "hello") return onHello(model, line);
  if (line.type === "state") return onState(model, line);
  return line.type === "screen" ? onWatched(model, line) : stay(model);
}

/** The next model and what is to be done about it. Pure: the clock comes with the message. */
export function update(model: Model, msg: Msg): Step {
  const [next, cmds] = onMsg({ ...model, now: Math.max(model.now, msg.at) }, msg);
  const settled = withoutEmptyBoxes(next);
  return [settled, [...cmds, ...consequences(model, settled)]];
}

/** A peek and the box of `e` end with what they show. */
function withoutEmptyBoxes(model: Model): Model {
  const explains = model.explains && selectedRow(model)?.kind === "agent";
  const isPeekEmpty = model.peeks && wantedPane(model) === "";
  if (isPeekEmpty) return leavePeek({ ...model, explains });
  return explains === model.explains ? model : { ...model, explains };
}

/** Timers and questions that follow from what changed, whatever changed it. */
function consequences(before: Model, after: Model): Cmd[] {
  const cmds = foldersToAsk(before, after);
  if (after.note !== null && after.note !== before.note)
    cmds.push({ type: "timer", name: "note", afterMs: after.note.until - after.now });
  if (wantedPane(after) !== wantedPane(before))
    cmds.push({ type: "timer", name: "preview", afterMs: REST_MS });
  if (turns(after) && !turns(before)) cmds.push(TURN);
  const waits = after.machine.held !== after.machine.now;
  if (waits && (before.machine.held === before.machine.now || after.heldUntil > before.heldUntil))
    cmds.push({ type: "timer", name: "hold", afterMs: Math.max(0, after.heldUntil - after.now) });
  return cmds;
}

function withMachine(model: Model, change: Partial<Machine>): Model {
  return { ...model, machine: { ...model.machine, ...change } };
}

/** With `motion = "full"` the marks of working rows turn, all together, while somebody looks. */
function turns({ settings, isFocused, machine }: Model): boolean {
  if (settings.motion !== "full" || !isFocused || machine.isRecalled) return false;
  return machine.now?.agents.some(({ agent_status }) => agent_status === "working") === true;
}

/** The order of rows stands still for a second after the person did something, and what they wished before is off. */
function held(model: Model): Model {
  return { ...model, wish: null, heldUntil: model.now + HOLD_MS };
}

/** A feed begins with it, so what is watched has to be asked for again; another server is another world. */
function onHello(model: Model, hello: FeedHello): Step {
  const isSame = model.machine.hello?.server === hello.server;
  const answersWatch = model.machine.answersWatch && model.machine.hello?.taw === hello.taw;
  const link = { hello, link: "up", problem: "", answersWatch } as const;
  const asks: readonly Cmd[] = [{ type: "timer", name: "preview", afterMs: REST_MS }];
  const preview = { ...model.preview, asked: "" };
  const background = toldBy(hello.tmux) === null ? model.background : null;
  const heard = withPalette({ ...withMachine(model, link), preview, background });
  if (isSame) return [heard, asks];
  const anew = { ...heard, wish: null, selection: "", top: 0, peeks: false, explains: false };
  return [
    withMachine(
      { ...anew, folded: new Set<string>() },
      { now: null, held: null, isRecalled: false },
    ),
    asks,
  ];
}

function onBadLine(model: Model): Model {
  const badLines = model.machine.badLines + 1;
  const lines = badLines === 1 ? "1 line" : `${badLines} lines`;
  const counted = withMachine(model, { badLines });
  return withNote(counted, `${lines} of this machine's feed could not be read`, "error");
}

/** The rows stay as they were heard; the first time the reason is told. */
function onFeedEnded(model: Model, problem: string): Model {
  const down = withMachine(model, { link: "down", problem });
  if (model.machine.link === "down") return down;
  return withNote(down, `no feed from this machine: ${problem}`, "error", 5_000);
}

/** The terminal's own word on its background, which the next cockpit inside tmux goes by. */
function onBackground(model: Model, mode: Brightness): Step {
  const { terminal } = model.settings;
  const next = withPalette({ ...model, background: mode });
  if (model.home.kind !== "terminal" || terminal === "" || model.background === mode)
    return stay(next);
  return [next, [{ type: "remember", fact: { what: "theme", terminal, mode } }]];
}

function onState(model: Model, line: FeedState): Step {
  const { isRecalled } = model.machine;
  const isHeld = model.now < model.heldUntil && model.machine.held !== null && !isRecalled;
  const machine: Machine = {
    ...model.machine,
    now: line,
    held: isHeld ? model.machine.held : line,
    heardAt: model.now,
    link: "up",
    problem: "",
    isRecalled: false,
  };
  const pulses = newPulses(model, line);
  const told = isRecalled ? null : model.machine.now;
  const heard = withConfigNote({ ...model, machine, agesAt: model.now, pulses }, told);
  const wakes: Cmd[] =
    pulses === model.pulses ? [] : [{ type: "timer", name: "pulse", afterMs: PULSE_MS }];
  if (model.machine.held === null || isRecalled) return firstState(model, heard, wakes);
  return [isHeld ? heard : ordered(model, heard), wakes];
}

/** The order drawn is the newest again; the selection stays with its thing. */
function ordered(before: Model, after: Model): Model {
  const moved = rowsOf(before) !== rowsOf(after);
  return { ...keepSelection(before, after), orderedAt: moved ? after.now : before.orderedAt };
}

function rowsOf(model: Model): string {
  const { shelf, body } = listOf(model).rows;
  return [...shelf, ...body].map(({ key }) => key).join("\n");
}

/** A config that is broken is told once, also one that breaks while the cockpit runs (cockpit.md §2.6). */
function withConfigNote(model: Model, before: FeedState | null): Model {
  const problem = model.machine.now?.config_problem ?? "";
  if (problem === "" || problem === before?.config_problem) return model;
  return withNote(model, problem, "error", 10_000);
}

/** The first word of the machine itself; rows that a person moved among meanwhile keep their selection. */
function firstState(before: Model, model: Model, wakes: readonly Cmd[]): Step {
  const line = model.machine.now;
  const isChosen = before.machine.isRecalled && before.heldUntil > 0;
  const chosen = isChosen ? keepSelection(before, model) : selectThing(model, null);
  const { wish } = before;
  if (wish !== null && model.now - wish.at <= WISH_MS) {
    const [going, cmds] = goTo({ ...chosen, wish: null }, wish.target, wish.name);
    return [going, [...wakes, ...cmds]];
  }
  const { go } = model.home;
  if (go === "" || line === null) return [chosen, wakes];
  const host = model.machine.hello?.host ?? "";
  const pane = line.panes.find(({ pane_id, tmux_id }) =>
    [pane_id, tmux_id, `${host}:${tmux_id}`].includes(go),
  );
  if (pane === undefined) return [withNote(chosen, `${go} is not there`, "error", 5_000), wakes];
  const rows = listOf(chosen).selectable;
  const row = rows.findLast((other) => paneOf(other)?.pane_id === pane.pane_id);
  const home = { ...model.home, go: "" };
  const there = select({ ...chosen, home }, row?.key ?? chosen.selection);
  const [going, cmds] = goTo(there, pane.pane_id, row === undefined ? go : rowName(row));
  return [going, [...wakes, ...cmds]];
}

/** Rows that have just become needs-you are drawn in reverse once. */
function newPulses(model: Model, line: FeedState): Model["pulses"] {
  const { now } = model.machine;
  const isNews = now !== null && !model.machine.isRecalled;
  if (!isNews || model.settings.motion === "none" || !model.isFocused) return model.pulses;
  const before = new Map(now.agents.map((agent) => [agent.pane_id, agent.agent_status]));
  const became = line.agents.filter(({ pane_id, agent_status }) => {
    const was = before.get(pane_id);
    return agent_status === "blocked" && was !== undefined && was !== "blocked";
  });
  if (became.length === 0) return model.pulses;
  const pulses = new Map(model.pulses);
  for (const { pane_id } of became) pulses.set(pane_id, model.now + PULSE_MS);
  return pulses;
}

const TIMERS: Readonly<Record<Extract<Msg, { type: "timer" }>["name"], (model: Model) => Step>> = {
  hold: (model) => {
    const { now, held: drawn } = model.machine;
    if (model.now < model.heldUntil || now === drawn) return stay(model);
    return stay(ordered(model, withMachine(model, { held: now })));
  },
  note: (model) =>
    stay(model.note !== null && model.now >= model.note.until ? { ...model, note: null } : model),
  minute: (model) => [{ ...model, agesAt: model.now }, [MINUTE]],
  preview: (model) => askPreview(model),
  reading: (model) => stay({ ...model }),
  unanswered: readUnwatched,
  pulse: (model) => {
    const left = [...model.pulses].filter(([, until]) => until > model.now);
    const next = Math.min(...left.map(([, until]) => until));
    const cmds: Cmd[] =
      left.length === 0 ? [] : [{ type: "timer", name: "pulse", afterMs: next - model.now }];
    return [{ ...model, pulses: new Map(left) }, cmds];
  },
  motion: turned,
  spinner: (model) => {
    if (model.running === null) return stay(model);
    const running = { ...model.running, step: model.running.step + 1 };
    return [{ ...model, running }, [{ type: "timer", name: "spinner", afterMs: SPIN_MS }]];
  },
};

function turned(model: Model): Step {
  return turns(model) ? [{ ...model, turns: model.turns + 1 }, [TURN]] : stay(model);
}

function onWent(model: Model, msg: Extract<Msg, { type: "went" }>): Step {
  const done = { ...model, running: null };
  const stop: Cmd = { type: "stop-timer", name: "spinner" };
  if (msg.problem !== "") return [withNote(done, msg.problem, "error", 5_000), [stop]];
  if (model.home.kind === "popup") return [{ ...done, quits: true }, [stop, { type: "quit" }]];
  const name = nameOf(model, msg.target);
  const words = msg.cameBack ? `back from ${name}` : `went to ${name}`;
  return [withNote(done, words, "dim", 5_000), [stop]];
}

function nameOf(model: Model, target: string): string {
  const row = listOf(model).selectable.find(
    (other) => paneOf(other)?.pane_id === target || other.key === `map:${target}`,
  );
  return row === undefined ? target : rowName(row);
}

/** A class without a row for the selection gets another one, and the first one back once there is a row for it. */
function resized(model: Model, columns: number, rows: number): Model {
  const after = { ...model, size: { columns, rows } };
  const wanted = model.standIn.key === model.selection ? model.standIn.for : model.selection;
  const { selectable } = listOf(after);
  if (selectable.length === 0 || selectable.some(({ key }) => key === wanted))
    return reveal({ ...after, selection: wanted });
  const other = selectThing(after, selectedRow(model));
  return { ...other, standIn: { key: other.selection, for: wanted } };
}
