import { withPrivateMode } from "../system/listen.ts";
import type { CallerProcess } from "../system/caller.ts";
import { Connection } from "./connection.ts";
import type { Limits } from "./connection.ts";

/** Bun's types do not name it (measured, 1.4.5: the accepted descriptor). */
const descriptorOf = (socket: object): number =>
  "fd" in socket && typeof socket.fd === "number" ? socket.fd : -1;

export interface Listening {
  /** Closes the socket and every connection. */
  stop(): void;
}

export interface Listener {
  /** Who is on the other end of a new connection, by its descriptor; null refuses it. */
  accept: (descriptor: number) => CallerProcess | null;
  onLine: (line: string, connection: Connection) => void;
}

/** Listens at a path where nothing is, for this user alone; every client's one line goes to `onLine`. */
export function listen(path: string, limits: Limits, { accept, onLine }: Listener): Listening {
  const open = new Set<Connection>();
  const server = withPrivateMode(() =>
    Bun.listen<Connection | undefined>({
      unix: path,
      // A client may close its writing side behind its request and read the answer all the same.
      allowHalfOpen: true,
      socket: {
        open: (socket) => {
          const caller = accept(descriptorOf(socket));
          if (caller === null) return void socket.terminate();
          const connection = new Connection(socket, caller, limits, onLine);
          socket.data = connection;
          open.add(connection);
        },
        data: (socket, bytes) => socket.data?.take(bytes),
        drain: (socket) => socket.data?.drain(),
        end: (socket) => socket.data?.finish(),
        close: ({ data: connection }) => {
          if (connection === undefined) return;
          open.delete(connection);
          connection.over();
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
