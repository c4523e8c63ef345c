import { errorCode } from "../core/error-code.ts";

/**
 * Asks a watcher to look now, and waits until it says that what it saw is written (decision 14). A nudged watcher
 * reads its rules anew.
 *
 * @returns false when nobody listens at the path, the watcher ended without a word, or none came within `limitMs`
 */
export function nudge(path: string, limitMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const limit = setTimeout(() => resolve(false), limitMs);
  const connection = Bun.connect({
    unix: path,
    socket: {
      data: (_, bytes) => resolve(bytes.toString().startsWith("done")),
      close: () => resolve(false),
    },
  });
  connection.then(
    (socket) => promise.then(() => socket.terminate()),
    // Bun gives ECONNRESET for a listener that has answered and ended before the connection was seen open (measured:
    // 1,657 of 2,000 when it ends at once).
    (cause: unknown) => resolve(errorCode(cause) === "ECONNRESET"),
  );
  return promise.finally(() => clearTimeout(limit));
}

export interface NudgeFollower {
  stop(): void;
}

/** Hears from a watcher, as long as it lives, each time its pane's output has come to rest. */
export function followNudges(path: string, onQuiet: () => void): NudgeFollower {
  let isOver = false;
  const connection = Bun.connect({
    unix: path,
    socket: {
      open: (socket) => void socket.write("screen\n"),
      data: (_socket, bytes) => void (!isOver && bytes.includes("quiet") && onQuiet()),
    },
  });
  const followed = connection.catch(whenGone);
  return {
    stop: () => {
      isOver = true;
      void followed.then((socket) => socket?.end());
    },
  };
}

/** A watcher that has gone has nothing to tell; what the system did not say is a bug of ours. */
function whenGone(cause: unknown): null {
  if (errorCode(cause) !== "") return null;
  throw cause;
}
