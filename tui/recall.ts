import type { FeedHello, FeedState } from "../remote/feed/protocol.ts";
import { parseFeedLine } from "../remote/feed/protocol.ts";
import type { Fact, Recalled } from "../src/store/memory.ts";
import { HINTS } from "./hints.ts";
import type { Machine, Model } from "./model.ts";
import { selectThing } from "./moves.ts";
import type { Brightness } from "../src/store/cockpit.ts";
import { withPalette } from "./palette.ts";

/** What an earlier cockpit left, with its lines read as a feed's lines are. */
export type Recall = {
  readonly heard: {
    readonly hello: FeedHello;
    readonly state: FeedState;
    /** How long ago that was heard. */
    readonly agoMs: number;
  } | null;
  readonly divider: number | null;
  readonly usedHints: ReadonlySet<string> | null;
  readonly themes: ReadonlyMap<string, Brightness>;
};

/** Lines that are not what they should be are as good as none. */
export function recallOf(recalled: Recalled, nowMs: number): Recall {
  const { divider, themes } = recalled;
  const known = new Set<string>(HINTS.map(({ action }) => action));
  const usedHints = recalled.usedHints?.filter((action) => known.has(action)) ?? null;
  return {
    heard: heardOf(recalled.heard, nowMs),
    divider,
    themes,
    usedHints: usedHints === null ? null : new Set(usedHints),
  };
}

function heardOf(heard: Recalled["heard"], nowMs: number): Recall["heard"] {
  if (heard === null) return null;
  const [hello, state] = [parseFeedLine(heard.hello), parseFeedLine(heard.state)];
  if (hello?.type !== "hello" || state?.type !== "state" || hello.server === "") return null;
  return { hello, state, agoMs: Math.max(0, nowMs - heard.heardUnixMs) };
}

/** The first frame's rows, while nothing newer is known: the feed's own word comes first. */
export function withRecall(model: Model, recall: Recall): Model {
  const { divider: listWidth, usedHints, themes } = recall;
  const remembering = { ...model, listWidth, usedHints, themes };
  const { heard } = recall;
  const isNewest = model.machine.link === "starting" && model.machine.hello === null;
  if (heard === null || !isNewest) return withPalette(remembering);
  const machine: Machine = {
    ...model.machine,
    hello: heard.hello,
    now: heard.state,
    held: heard.state,
    heardAt: model.now - heard.agoMs,
    isRecalled: true,
  };
  return selectThing(withPalette({ ...remembering, machine }), null);
}

/** What the next cockpit shows first: the newest lines of a server that really spoke, else null. */
export function heardFact({ machine }: Model): Fact | null {
  const { hello, now, isRecalled } = machine;
  if (hello === null || now === null || isRecalled || hello.server === "") return null;
  return {
    what: "heard",
    server: hello.server,
    hello: JSON.stringify(hello),
    state: JSON.stringify(now),
  };
}
