import type { FeedScreen } from "../remote/feed/protocol.ts";
import type { Model } from "./model.ts";
import type { Cmd, Msg } from "./msg.ts";
import { farthestScroll, historyWanted, scrollOf, wantedPane } from "./preview.ts";
import type { Step } from "./step.ts";
import { stay } from "./step.ts";

const READING_MS = 400;
/** A feed that knows `watch` answers at once, so that silence as long as this tells that it does not (decision 32). */
const UNANSWERED_MS = 1_000;
const UNANSWERED: Cmd = { type: "timer", name: "unanswered", afterMs: UNANSWERED_MS };

/** Asks the feed for the screen of the selected pane, once the selection is at rest. */
export function askPreview(model: Model): Step {
  const pane = wantedPane(model);
  if (pane === model.preview.asked) return stay(model);
  const preview = {
    ...model.preview,
    asked: pane,
    askedAt: model.now,
    sideways: 0,
    isWhole: false,
  };
  const next = { ...model, preview };
  const watch: Cmd = { type: "watch", pane, history: historyWanted(next, pane) };
  const waits: Cmd[] = pane === "" || model.machine.answersWatch ? [] : [UNANSWERED];
  return [next, [watch, { type: "timer", name: "reading", afterMs: READING_MS }, ...waits]];
}

/** A screen that the feed sent by itself: it knows `watch`. */
export function onWatched(model: Model, screen: FeedScreen): Step {
  const machine = { ...model.machine, answersWatch: true };
  const rest: Cmd[] = model.machine.answersWatch
    ? []
    : [{ type: "stop-timer", name: "unanswered" }];
  return [onScreen({ ...model, machine }, screen), rest];
}

function onScreen(model: Model, screen: FeedScreen): Model {
  if (screen.pane !== model.preview.asked) return model;
  const isWhole = screen.history < historyWanted(model, screen.pane);
  const next = { ...model, preview: { ...model.preview, screen, isWhole } };
  const most = farthestScroll(next, screen.pane);
  if (scrollOf(next, screen.pane) <= most) return next;
  const scrolls = new Map(model.preview.scrolls).set(screen.pane, most);
  return { ...next, preview: { ...next.preview, scrolls } };
}

/** The pane that a verb has to read, because the feed does not know `watch`; empty for none. */
function unwatchedPane({ machine, preview }: Model): string {
  return machine.answersWatch || machine.link !== "up" ? "" : preview.asked;
}

/** The feed does not answer for the pane, so it is read by the verb. */
export function readUnwatched(model: Model): Step {
  const pane = unwatchedPane(model);
  return pane === "" ? stay(model) : [model, [{ type: "read-pane", pane }]];
}

/** What `pane read` printed, and the next one a second later; a pane that cannot be read is not asked for again. */
export function onPaneRead(model: Model, msg: Extract<Msg, { type: "pane-read" }>): Step {
  if (msg.pane !== unwatchedPane(model) || msg.text === null) return stay(model);
  const pane = model.machine.now?.panes.find(({ pane_id }) => pane_id === msg.pane);
  if (pane === undefined) return stay(model);
  const { width, height } = pane;
  const isSame = model.preview.screen?.pane === msg.pane && model.preview.screen.text === msg.text;
  const screen: FeedScreen = {
    type: "screen",
    pane: msg.pane,
    text: msg.text,
    width,
    height,
    history: 0,
    gone: false,
  };
  return [isSame ? model : onScreen(model, screen), [UNANSWERED]];
}
