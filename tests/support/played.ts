import { afterAll, beforeAll } from "bun:test";
import { join } from "node:path";
import { parseEntries } from "../../src/core/entries.ts";
import { wantWord } from "../../src/core/queue.ts";
import { loadInto } from "./loaded.ts";
import { recordingPath } from "./recording.ts";
import type { Sandbox } from "./sandbox.ts";
import { bin } from "./taw.ts";
import { tmuxServer } from "./tmux.ts";
import type { TmuxServer } from "./tmux.ts";
import { until } from "./until.ts";

const player = join(import.meta.dir, "player.ts");

/** Loads taw, and keeps every change of status in the queue, where `transitions` reads it. */
export async function loadAndListen(server: TmuxServer): Promise<void> {
  await loadInto(server, bin);
  await server.tmux("set-option", "-s", "@agent_wizard_resident", "9999999999");
  await server.tmux("set-option", "-s", "@agent_wizard_wants", wantWord("status", "test"));
}

/** A server that listens, for all tests of a file: started before them, and ended after them with its sandbox. */
export function withListeningServer(box: Sandbox, onStarted: (server: TmuxServer) => void): void {
  let server: TmuxServer | null = null;
  beforeAll(async () => {
    server = await tmuxServer({ box });
    await loadAndListen(server);
    onStarted(server);
  });
  afterAll(async () => {
    await server?.close();
    await box.close();
  });
}

/** Every state written for a pane, in order; `-` where the agent was let go. */
export async function transitions(server: TmuxServer, paneId: string): Promise<string[]> {
  const queue = await server.tmux("display-message", "-p", "#{@agent_wizard_queue}");
  return parseEntries(queue)
    .filter(({ kind, fields }) => kind === "status" && fields["pane"] === paneId)
    .map(({ fields }) => fields["state"] ?? "-");
}

export interface Played {
  readonly paneId: string;
  /** Plays the recording. */
  play(): Promise<void>;
}

/** A pane in which a recording waits to be played, once its watcher has read what was there before. */
export async function playedAgent(
  server: TmuxServer,
  recording: string,
  options: { speed?: number; piece?: number; log?: string } = {},
): Promise<Played> {
  const [kind = ""] = recording.split("/");
  const { speed = 1, piece = 65536, log = "" } = options;
  const play = [process.execPath, player, recordingPath(recording), `${speed}`, `${piece}`, log];
  const paneId = await server.pane("env", `TAW_AGENT=${kind}`, ...play);
  await until(
    `the watcher of ${recording} has read its screen`,
    () => server.format(paneId, "#{@agent_state}"),
    (state) => state !== "" && state !== "unknown",
  );
  return { paneId, play: () => server.tmux("send-keys", "-t", paneId, "g").then(() => undefined) };
}
