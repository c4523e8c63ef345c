import { withPrivateMode } from "../system/listen.ts";
import { Connection } from "./connection.ts";
import type { Limits } from "./connection.ts";

export interface Listening {
  /** Closes the socket and every connection. */
  stop(): void;
}

/** Listens at a path where nothing is, for this user alone; every client's one line goes to `onLine`. */
export function listen(
  path: string,
  limits: Limits,
  onLine: (line: string, connection: Connection) => void,
): Listening {
  const open = new Set<Connection>();
  const server = withPrivateMode(() =>
    Bun.listen<Connection>({
      unix: path,
      // A client may close its writing side behind its request and read the answer all the same.
      allowHalfOpen: true,
      socket: {
        open: (socket) => {
          socket.data = new Connection(socket, limits, onLine);
          open.add(socket.data);
        },
        data: (socket, bytes) => socket.data.take(bytes),
        drain: (socket) => socket.data.drain(),
        end: (socket) => socket.data.finish(),
        close: (socket) => {
          open.delete(socket.data);
          socket.data.over();
        },
      },
    }),
  );
  return {
    stop: () => {
      for (const connection of open) connection.close();
      server.stop(true);
    },
  };
}
