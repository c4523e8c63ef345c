import { connect } from "node:net";
import type { Socket } from "node:net";
import { join } from "node:path";
import { until } from "./until.ts";

/** A connection to the herdr socket that stays open, and every line that came over it. */
export interface Subscriber {
  /** Lines as they came, the acknowledgement among them. */
  readonly lines: readonly string[];
  /** Lines that tell of an event, read. */
  events(): PushedEvent[];
  /** Waits until an event holds, and gives it. */
  hears(what: string, holds: (event: PushedEvent) => boolean): Promise<PushedEvent>;
  readonly closed: Promise<void>;
  [Symbol.dispose](): void;
}

export interface PushedEvent {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Sends one request, and reads on until it is disposed of; resolves with the first line. */
export async function openStream(
  path: string,
  method: string,
  params: unknown,
): Promise<Subscriber> {
  const lines: string[] = [];
  let rest = "";
  const socket: Socket = connect(path, () =>
    socket.write(`${JSON.stringify({ id: "sub", method, params })}\n`),
  );
  socket.setEncoding("utf8");
  socket.on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
  });
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  socket.on("error", () => resolve());
  socket.on("close", () => resolve());
  await until("the first line came", () => lines.length > 0);
  const events = (): PushedEvent[] =>
    lines.map((line) => JSON.parse(line)).filter((line) => "event" in line);
  return {
    lines,
    events,
    hears: async (what, holds) => {
      const found = await until(what, () => events().find(holds) ?? null, Boolean);
      if (found) return found;
      throw new Error(`never heard ${what}`);
    },
    closed,
    [Symbol.dispose]: () => void socket.destroy(),
  };
}

/** A subscriber that can be made to read nothing: a process of its own, which is stopped and goes on. */
export interface IdleSubscriber {
  goOn(): void;
  readonly exited: Promise<number>;
  lines(): Promise<string[]>;
  [Symbol.dispose](): void;
}

/** Subscribes, and stops when that is acknowledged. */
export async function idleSubscriber(
  path: string,
  folder: string,
  type: string,
): Promise<IdleSubscriber> {
  const out = `${folder}/idle-${Math.random().toString(36).slice(2)}`;
  const request = { id: "sub", method: "events.subscribe", params: { subscriptions: [{ type }] } };
  const client = join(import.meta.dir, "stream-client.ts");
  const child = Bun.spawn([process.execPath, client, path, JSON.stringify(request)], {
    stdin: "ignore",
    stdout: Bun.file(out),
    stderr: "inherit",
  });
  const lines = async () => (await Bun.file(out).text()).split("\n").filter(Boolean);
  await until("the subscription is acknowledged", async () => (await lines()).length > 0);
  child.kill("SIGSTOP");
  return {
    goOn: () => child.kill("SIGCONT"),
    exited: child.exited,
    lines,
    [Symbol.dispose]: () => child.kill("SIGKILL"),
  };
}

/** `events.subscribe` to types by name, or with what more they say. */
export const subscribe = (path: string, ...types: (string | object)[]): Promise<Subscriber> =>
  openStream(path, "events.subscribe", {
    subscriptions: types.map((type) => (typeof type === "string" ? { type } : type)),
  });
