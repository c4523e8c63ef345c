import { describe, expect, test } from "bun:test";
import { parseEntries } from "../../../src/core/entries.ts";
import { playedAgent, transitions, withListeningServer } from "../../support/played.ts";
import { sandbox } from "../../support/sandbox.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

const box = sandbox({ TAW_TEST_TIMERS: "0.02" });
let server: TmuxServer;
withListeningServer(box, (started) => {
  server = started;
});

/** Every state of a turn with the line that was told with it. */
async function told(paneId: string): Promise<string[]> {
  const queue = await server.tmux("display-message", "-p", "#{@agent_wizard_queue}");
  return parseEntries(queue)
    .filter(({ kind, fields }) => kind === "status" && fields["pane"] === paneId)
    .map(({ fields }) => `${fields["state"] ?? ""}: ${fields["message"] ?? ""}`);
}

const TURNS: readonly (readonly [recording: string, asked: string, said: string])[] = [
  ["opencode/turn-perm", "Shell: touch hello.txt", "The mock turn is complete."],
  ["kilo/turn-perm", "Shell: touch hello.txt", "The mock turn is complete."],
  ["cline/turn-perm", "run_commands: touch hello.txt", "The mock turn is complete."],
];

describe.concurrent("a turn tells what was asked and what was said last with its states", () => {
  test.each(TURNS)(
    "%s",
    async (recording, asked, said) => {
      const agent = await playedAgent(server, recording);
      await agent.play();
      await until(
        `the turn of ${recording} is done`,
        () => transitions(server, agent.paneId),
        (states) => states.at(-1) === "done",
        20_000,
      );
      const lines = await told(agent.paneId);
      expect(lines).toContain(`blocked: ${asked}`);
      expect(lines).toContain("working: ");
      await until(
        "its last line stands on the pane",
        () => server.format(agent.paneId, "#{@agent_message}"),
        (message) => message === said,
      );
    },
    40_000,
  );
});
