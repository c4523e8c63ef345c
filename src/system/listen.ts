import { LineSplitter } from "../core/lines.ts";

/** AF_UNIX sockets that carry lines of text one way: events to their readers. */

/** What became of a text that was sent: taken, or nobody listens there, or the listener did not take it in time. */
export type Sent = "taken" | "nobody" | "late";

/** Connects, writes all of it, and closes. */
export function sendTo(path: string, text: string, limitMs: number): Promise<Sent> {
  const { promise, resolve } = Promise.withResolvers<Sent>();
  let rest: Uint8Array = new TextEncoder().encode(text);
  const limit = setTimeout(() => resolve("late"), limitMs);
  const push = (socket: Bun.Socket) => {
    rest = rest.subarray(Math.max(0, socket.write(rest)));
    if (rest.length === 0) socket.end();
  };
  const connection = Bun.connect({
    unix: path,
    socket: {
      open: push,
      drain: push,
      data: () => undefined,
      close: () => resolve(rest.length === 0 ? "taken" : "nobody"),
    },
  });
  connection.catch(() => resolve("nobody"));
  return promise.finally(() => clearTimeout(limit));
}

export interface LineServer {
  readonly path: string;
  close(): void;
}

/** Makes a socket that this user alone may use. */
export function withPrivateMode<Made>(make: () => Made): Made {
  const umask = process.umask(0o177);
  try {
    return make();
  } finally {
    process.umask(umask);
  }
}

/** Listens, for this user alone, and gives every whole line that anybody sends. */
export function listenForLines(path: string, onLine: (line: string) => void): LineServer {
  const server = withPrivateMode(() =>
    Bun.listen<{ splitter: LineSplitter; decoder: TextDecoder }>({
      unix: path,
      socket: {
        open: (socket) => {
          const splitter = new LineSplitter((line) => line !== null && onLine(line));
          socket.data = { splitter, decoder: new TextDecoder() };
        },
        data: (socket, bytes) => {
          const { splitter, decoder } = socket.data;
          splitter.push(decoder.decode(bytes, { stream: true }));
        },
      },
    }),
  );
  return { path, close: () => server.stop(true) };
}
