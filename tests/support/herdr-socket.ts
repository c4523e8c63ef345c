import { connect } from "node:net";
import { bin } from "./taw.ts";
import type { TmuxServer } from "./tmux.ts";
import { until } from "./until.ts";

/** A `taw socket serve` that runs, as herdr's tools reach it. */
export interface HerdrSocket {
  readonly path: string;
  readonly pid: number;
  /** Sends one request and gives its whole answer: the `result`, or the `error`. */
  ask(method: string, params?: unknown): Promise<HerdrAnswer>;
  /** Sends bytes as they are, and gives everything that comes back until the server closes. */
  send(bytes: string | Uint8Array): Promise<string>;
  kill(signal: NodeJS.Signals): void;
  readonly exited: Promise<number>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface HerdrAnswer {
  readonly id: string;
  readonly result?: Record<string, unknown> & { type: string };
  readonly error?: { code: string; message: string };
}

/** Starts the server by hand on a test's tmux server and waits until it answers. */
export async function serveSocket(
  server: TmuxServer,
  env: Readonly<Record<string, string>> = {},
): Promise<HerdrSocket> {
  // As the loader starts it, from inside the tmux server.
  const child = Bun.spawn([bin, "socket", "serve"], {
    env: { ...server.box.env, TMUX: `${server.socketPath},0,0`, ...env },
    stdin: "ignore",
    stdout: "inherit",
    stderr: "inherit",
  });
  const path = await until("the socket server says that it serves", async () => {
    const holder = await server.tmux("show-options", "-sqv", "@agent_wizard_socket");
    const runtime = await server.tmux("show-options", "-sqv", "@agent_wizard_runtime");
    return holder.startsWith(`${child.pid} `) ? `${runtime}/herdr.sock` : "";
  });
  const stop = async () => {
    child.kill();
    await child.exited;
  };
  return {
    path,
    pid: child.pid,
    ask: (method, params = {}) => ask(path, method, params),
    send: (bytes) => exchange(path, bytes),
    kill: (signal) => child.kill(signal),
    exited: child.exited,
    [Symbol.asyncDispose]: stop,
  };
}

/** One request on a connection of its own. */
export async function ask(path: string, method: string, params: unknown): Promise<HerdrAnswer> {
  return JSON.parse(await exchange(path, `${JSON.stringify({ id: "test", method, params })}\n`));
}

/** Writes, and reads until the other side closes. */
export function exchange(path: string, bytes: string | Uint8Array): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const parts: Buffer[] = [];
  const socket = connect(path, () => socket.write(bytes));
  socket.on("data", (part: Buffer) => parts.push(part));
  // The server may close while it is still written to.
  socket.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE" && error.code !== "ECONNRESET") reject(error);
  });
  socket.on("close", () => resolve(Buffer.concat(parts).toString()));
  return promise;
}
