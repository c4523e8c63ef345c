import { followFeed } from "../remote/feed/follow.ts";
import { FEED_WORDS } from "../remote/feed/protocol.ts";
import type { FeedHello, FeedLine, FeedState } from "../remote/feed/protocol.ts";
import { Failure } from "../src/core/failure.ts";
import { printLine } from "../src/system/output.ts";
import { isRead } from "../src/system/terminal.ts";
import { changeLines, plainLines } from "./plain.ts";
import type { TawCommand } from "./run.ts";

const ANSWER_MS = 10_000;
const STDOUT = 1;

function print(lines: readonly string[]): void {
  for (const line of lines) printLine(line);
}

/**
 * Prints the list in sentences and ends, or with `watches` goes on with a line for each change until it is ended, or
 * nobody reads it any more.
 *
 * @throws Failure `timeout` or `tmux_error` when the machine says nothing
 */
export async function printPlain(taw: TawCommand, watches: boolean): Promise<number> {
  const heard = Promise.withResolvers<void>();
  let drawn: FeedState | null = null;
  let server: FeedHello | null = null;
  const onState = (state: FeedState): void => {
    print(drawn === null ? plainLines(state) : changeLines(drawn, state));
    drawn = state;
    if (!watches || !isRead(STDOUT)) heard.resolve();
  };
  const onLine = (line: FeedLine): void => {
    if (line.type === "state" && server?.server !== "") onState(line);
    if (line.type !== "hello") return;
    server = line;
    if (line.server !== "") return;
    print([`no tmux server is running on ${line.tmux.socket || "the default socket"}`]);
    if (!watches) heard.resolve();
  };
  const feed = followFeed([...taw.argv, ...FEED_WORDS], taw.environment, {
    onLine,
    onBad: () => undefined,
    onEnd: (problem) => {
      if (!watches)
        heard.reject(new Failure("tmux_error", `this machine's feed ended: ${problem}`));
    },
  });
  const timer = watches ? null : setTimeout(() => heard.reject(silence()), ANSWER_MS);
  try {
    await heard.promise;
    return 0;
  } finally {
    if (timer !== null) clearTimeout(timer);
    feed.stop();
  }
}

const silence = (): Failure =>
  new Failure(
    "timeout",
    `this machine's feed said nothing for ${ANSWER_MS / 1000} s: taw status tells what is wrong`,
  );
