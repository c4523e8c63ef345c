import { setDefaultTimeout } from "bun:test";

/** Longer than any wait, so that a test that waits in vain says what it last saw. */
setDefaultTimeout(30_000);

/**
 * Reads a value again and again until it holds, and gives it back; fails with the last value seen.
 * The only place where tests wait (house §8). `withinMs` is generous, since a passing test never spends it.
 */
export async function until<Value>(
  what: string,
  read: () => Value | Promise<Value>,
  holds: (value: Value) => boolean = Boolean,
  withinMs = 8000,
): Promise<Value> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    if (performance.now() > deadline) {
      throw new Error(`waited ${withinMs} ms until ${what}; last seen: ${shown(value)}`);
    }
    await Bun.sleep(15);
  }
}

const shown = (value: unknown): string =>
  typeof value === "string" ? `\n${value}` : Bun.inspect(value);
