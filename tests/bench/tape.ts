import { openSync, writeSync } from "node:fs";
import { kindByName } from "../../src/agents/index.ts";
import { activeManifest } from "../../src/detect/catalogue.ts";
import { evaluate } from "../../src/detect/engine.ts";
import type { RuleState } from "../../src/detect/manifest.ts";
import { PaneStream } from "../../src/core/stream.ts";
import type { Recording } from "../support/recording.ts";
import type { TmuxServer } from "../support/tmux.ts";

/** A state that the screen or the title of a recording shows from one chunk on, as the rules read every chunk's end. */
export interface Shown {
  readonly state: RuleState;
  /** Index of the first chunk after which it shows. */
  readonly chunk: number;
  readonly ms: number;
  /** Until the next state, ms. */
  readonly lasts: number;
}

/**
 * What a read after every single chunk would give: the recording is painted into a real pane chunk by chunk, and read
 * by the same rules as the watcher's. This is the truth that the watcher's moments are measured against.
 */
export async function tapeOf(server: TmuxServer, recording: Recording): Promise<Shown[]> {
  const active = await activeManifest(kindByName(recording.agent)?.kind ?? "");
  if (active === null) throw new Error(`${recording.agent} has no rules`);
  const paint = await painter(server, recording);
  const stream = new PaneStream();
  let { title } = recording;
  let progress = "";
  const states: { state: RuleState; chunk: number; ms: number }[] = [];
  for (const [chunk, { ms, bytes }] of recording.chunks.entries()) {
    stream.feed(Buffer.from(bytes).toString("latin1"));
    const signals = stream.take();
    title = signals.title ?? title;
    progress = signals.progress ?? progress;
    const { state, rule, skip } = evaluate(active.manifest, {
      screen: await paint(bytes),
      title,
      progress,
    });
    if (rule !== null && !skip && state !== states.at(-1)?.state) states.push({ state, chunk, ms });
  }
  const end = recording.chunks.at(-1)?.ms ?? 0;
  return states.map(({ state, chunk, ms }, at) => {
    return { state, chunk, ms, lasts: (states[at + 1]?.ms ?? end) - ms };
  });
}

/** A pane that shows bytes as they come; gives the screen after each piece. */
async function painter(
  server: TmuxServer,
  { start, width, height }: Recording,
): Promise<(bytes: Uint8Array) => Promise<string>> {
  const fifo = `${server.box.root}/paint-${Math.random().toString(36).slice(2)}`;
  Bun.spawnSync(["mkfifo", fifo]);
  const program = `stty raw -echo; exec cat ${fifo}`;
  const paneId = await server.pane("sh", "-c", program);
  await server.tmux("resize-window", "-t", paneId, "-x", `${width}`, "-y", `${height}`);
  // Read and write: opening it for writing alone fails until the pane has opened it.
  const sink = openSync(fifo, "r+");
  let count = 0;
  const paint = async (bytes: Uint8Array): Promise<string> => {
    const mark = `painted-${++count}`;
    writeSync(sink, bytes);
    // The window's name is set when the bytes before it are drawn, and changes nothing that is seen.
    writeSync(sink, `\x1bk${mark}\x1b\\`);
    for (;;) {
      const ask = `display-message -p -t ${paneId} #{window_name} ; capture-pane -p -t ${paneId}`;
      const text = await server.tmux(...ask.split(" "));
      const newline = text.indexOf("\n");
      if (text.slice(0, newline) === mark) return text.slice(newline + 1);
    }
  };
  await server.tmux("set-option", "-w", "-t", paneId, "allow-rename", "on");
  await paint(new TextEncoder().encode(start));
  return paint;
}
