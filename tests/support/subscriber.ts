import { connect } from "node:net";
import type { Socket } from "node:net";
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
  pause(): void;
  resume(): void;
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
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    [Symbol.dispose]: () => void socket.destroy(),
  };
}

/** `events.subscribe` to types by name, or with what more they say. */
export const subscribe = (path: string, ...types: (string | object)[]): Promise<Subscriber> =>
  openStream(path, "events.subscribe", {
    subscriptions: types.map((type) => (typeof type === "string" ? { type } : type)),
  });
