/** `bun stream-client.ts SOCKET REQUEST`: sends a request and prints whatever comes back, as a client of its own process. */
import { writeSync } from "node:fs";

const [path = "", request = ""] = process.argv.slice(2);
await Bun.connect({
  unix: path,
  socket: {
    open: (socket) => void socket.write(`${request}\n`),
    data: (_socket, bytes) => void writeSync(1, bytes),
    close: () => process.exit(0),
  },
});
