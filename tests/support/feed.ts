import type { FeedLine, FeedScreen, FeedState } from "../../remote/feed/protocol.ts";
import { parseFeedLine } from "../../remote/feed/protocol.ts";
import { LineSplitter } from "../../src/core/lines.ts";
import { bin } from "./taw.ts";
import { until } from "./until.ts";

/** A `taw machine feed` that runs, as an app reads it. */
export interface RunningFeed {
  readonly lines: FeedLine[];
  readonly states: () => FeedState[];
  /** Waits for a line that holds, and gives it. */
  line(what: string, holds: (line: FeedLine) => boolean): Promise<FeedLine>;
  state(what: string, holds: (state: FeedState) => boolean): Promise<FeedState>;
  screen(what: string, holds: (screen: FeedScreen) => boolean): Promise<FeedScreen>;
  send(command: unknown): void;
  /** Closes its stdin. */
  end(): void;
  readonly exited: Promise<number>;
  kill(signal: NodeJS.Signals): void;
  [Symbol.asyncDispose](): Promise<void>;
}

export function startFeed(
  address: readonly string[],
  env: Readonly<Record<string, string>>,
): RunningFeed {
  const child = Bun.spawn([bin, ...address, "machine", "feed", "--protocol", "1"], {
    env: { ...env },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const lines: FeedLine[] = [];
  const splitter = new LineSplitter((text) => {
    const line = parseFeedLine(text ?? "");
    if (!line) throw new Error(`no feed line: ${text}`);
    lines.push(line);
  });
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const bytes of child.stdout) splitter.push(decoder.decode(bytes, { stream: true }));
  };
  const reading = read();
  const wait = (what: string, holds: (line: FeedLine) => boolean) =>
    until(
      what,
      () => lines.findLast(holds) ?? lines.at(-1),
      (line) => line !== undefined && holds(line),
    );
  const found = async <Type extends FeedLine["type"]>(
    type: Type,
    what: string,
    holds: (line: Extract<FeedLine, { type: Type }>) => boolean,
  ) => {
    const isOne = (line: FeedLine): line is Extract<FeedLine, { type: Type }> => line.type === type;
    const line = await wait(what, (one) => isOne(one) && holds(one));
    if (line && isOne(line)) return line;
    throw new Error(`no ${type} line`);
  };
  return {
    lines,
    states: () => lines.filter((line) => line.type === "state"),
    line: async (what, holds) => (await wait(what, holds)) ?? { type: "ping" },
    state: (what, holds) => found("state", what, holds),
    screen: (what, holds) => found("screen", what, holds),
    send: (command) => {
      child.stdin.write(`${JSON.stringify(command)}\n`);
      child.stdin.flush();
    },
    end: () => void child.stdin.end(),
    exited: child.exited,
    kill: (signal) => child.kill(signal),
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await Promise.all([child.exited, reading]);
    },
  };
}
