import { parseStatus } from "../../src/core/status.ts";
import { until } from "../support/until.ts";
import type { LabAgent } from "./agents.ts";
import type { ModelServer } from "./model/server.ts";
import type { RunLog, Sighting, Truth } from "./run-log.ts";

/** The pane that the agent runs in, as the driver reaches it. */
export interface LabPane {
  tmux(...argv: string[]): string;
  id: string;
}

const OPTIONS = "#{@agent_state}\t#{@agent_state_since}\t#{@agent_source}\t#{@agent_rule}";
const LOOK_EVERY_MS = 30;
const KEY_PAUSE_MS = 120;

/** Looks at what taw wrote on the pane until stopped; the times are taw's own stamps. */
export function watchSightings(
  pane: LabPane,
  startedAt: number,
): { seen: Sighting[]; stop(): void } {
  const seen: Sighting[] = [];
  const look = (): void => {
    const [state = "", since = "", source = "", rule = ""] = pane
      .tmux("display-message", "-p", "-t", pane.id, OPTIONS)
      .split("\t");
    const status = parseStatus(state);
    const atMs = Number(since) - startedAt;
    const last = seen.at(-1);
    if (!status || (last && last.status === status && last.atMs === atMs)) return;
    seen.push({ atMs, status, source, rule: rule.trim() });
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return { seen, stop: () => clearInterval(timer) };
}

export async function press(pane: LabPane, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    pane.tmux("send-keys", "-t", pane.id, key);
    await Bun.sleep(KEY_PAUSE_MS);
  }
}

const screen = (pane: LabPane): string => pane.tmux("capture-pane", "-p", "-t", pane.id);

export const screenShows = (pane: LabPane, sign: RegExp, withinMs: number): Promise<unknown> =>
  until(`the screen shows ${sign}`, () => sign.test(screen(pane)), Boolean, withinMs);

const rest = (): Promise<void> => Bun.sleep(3_000);

/** Plays the lab's turns and writes down what was true and when. */
export async function drive(
  agent: LabAgent,
  pane: LabPane,
  model: ModelServer,
  startedAt: number,
): Promise<Truth[]> {
  const truths: Truth[] = [];
  const note = (status: Truth["status"], why: string, atMs = Date.now(), sinceMs = atMs): void => {
    if (truths.at(-1)?.status === status) return;
    truths.push({ atMs: atMs - startedAt, sinceMs: sinceMs - startedAt, status, why });
  };
  const modelSays = async (what: string, since: number, withinMs: number) => {
    const find = () => model.events.find((event) => event.what === what && event.atMs >= since);
    await until(`the model notes ${what}`, () => find() !== undefined, Boolean, withinMs);
    return find()?.atMs ?? Date.now();
  };
  const submit = async (text: string): Promise<number> => {
    await press(pane, agent.clear);
    pane.tmux("send-keys", "-t", pane.id, "-l", "--", text);
    await Bun.sleep(500);
    const since = Date.now();
    pane.tmux("send-keys", "-t", pane.id, "Enter");
    note(
      "working",
      "the prompt came to the model",
      await modelSays("request", since, 15_000),
      since,
    );
    return since;
  };

  note("idle", "at its prompt");
  await rest();
  const text = await submit("SLOW 6");
  note("idle", "the model ended the turn", await modelSays("turn_end", text, 20_000));
  await rest();
  if (agent.dialog) {
    const asked = await submit("RUN touch lab.txt THEN SLOW 4");
    await screenShows(pane, agent.dialog, 15_000);
    note(
      "blocked",
      "the dialog stands on the screen",
      Date.now(),
      await modelSays("tool_call", asked, 0),
    );
    await Bun.sleep(2_500);
    const answered = Date.now();
    await press(pane, agent.yes);
    note("working", "the dialog was answered", answered);
    note("idle", "the model ended the turn", await modelSays("turn_end", answered, 20_000));
    await rest();
  }
  const long = await submit("SLOW 20");
  await modelSays("first_output", long, 10_000);
  await Bun.sleep(2_500);
  await press(pane, agent.interrupt);
  note("idle", "the turn was interrupted", await modelSays("abort", long, 8_000));
  await rest();
  return truths;
}

export const finish = (
  agentName: string,
  agent: LabAgent,
  rest: Pick<RunLog, "tmux" | "identifiedAs" | "truths" | "sightings">,
): RunLog => ({
  agent: agentName,
  package: agent.packages.join(" "),
  isProxied: agent.isProxied ?? false,
  date: new Date().toISOString().slice(0, 10),
  ...rest,
});
