import { describe, expect, test } from "bun:test";
import { playedAgent, transitions, withListeningServer } from "../../support/played.ts";
import { sandbox } from "../../support/sandbox.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

const box = sandbox({ TAW_TEST_TIMERS: "0.02" });
let server: TmuxServer;
withListeningServer(box, (started) => {
  server = started;
});

const withDialog = ["idle", "working", "blocked", "working", "done"];
const TURNS: readonly (readonly [recording: string, states: readonly string[]])[] = [
  ["claude/turn-text", ["idle", "working", "done"]],
  ["codex/turn-perm", withDialog],
  ["opencode/turn-perm", withDialog],
  ["kilo/turn-perm", withDialog],
];

/** Plays a recording and gives every state that was written, from the rest before the turn to its end. */
async function statesOf(
  recording: string,
  options: { speed?: number; piece?: number },
): Promise<string[]> {
  const agent = await playedAgent(server, recording, options);
  await agent.play();
  await until(
    `the turn of ${recording} is done`,
    () => transitions(server, agent.paneId),
    (states) => states.at(-1) === "done",
    20_000,
  );
  const states = await transitions(server, agent.paneId);
  return states.filter((state) => state !== "unknown");
}

describe.concurrent("a turn is told by exactly its states, each once", () => {
  test.each(TURNS)(
    "%s, at its own pace",
    async (recording, states) => {
      expect(await statesOf(recording, {})).toEqual([...states]);
    },
    40_000,
  );

  test.each([
    ["in pieces of one byte", { piece: 1 }],
    ["in pieces of seven bytes", { piece: 7 }],
    ["at ten times its pace", { speed: 10 }],
  ])(
    "codex/turn-perm %s",
    async (_, options) => {
      expect(await statesOf("codex/turn-perm", options)).toEqual(withDialog);
    },
    40_000,
  );
});
