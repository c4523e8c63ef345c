import { errorCode } from "../../../src/core/error-code.ts";
import { FAILURES } from "../../../src/core/failure.ts";
import { isFields, parseJson } from "../../../src/core/json.ts";
import type { Case } from "./cases.ts";

/** Longer than any answer takes; what needs more hangs. */
const HANG_MS = 15_000;
/** For a method that may wait for something that does not happen. */
const WAIT_MS = 120;

const CODES: ReadonlySet<string> = new Set(
  Object.entries(FAILURES).flatMap(([code, { herdr }]) => [code].concat(Object.values(herdr))),
);

/** What comes back on a connection of its own until the server closes; null when it did not in time. */
export async function exchange(path: string, one: Case): Promise<string | null> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await exchangeOnce(path, one);
    } catch (error) {
      // Bun says so of a server that has answered and closed before the connection was seen open.
      if (errorCode(error) !== "ECONNRESET" || tries === MOST_TRIES) throw error;
    }
  }
}

const MOST_TRIES = 5;

function exchangeOnce(path: string, { bytes, mayWait = false }: Case): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  const parts: Buffer[] = [];
  let rest: Uint8Array = typeof bytes === "string" ? Buffer.from(bytes) : bytes;
  const text = (): string => Buffer.concat(parts).toString();
  const push = (socket: Bun.Socket) => {
    rest = rest.subarray(Math.max(0, socket.write(rest)));
    if (rest.length === 0) socket.shutdown();
  };
  const limit = setTimeout(() => resolve(mayWait ? text() : null), mayWait ? WAIT_MS : HANG_MS);
  const connection = Bun.connect({
    unix: path,
    allowHalfOpen: true,
    socket: {
      open: push,
      drain: push,
      data: (_, part) => void parts.push(Buffer.from(part)),
      end: () => resolve(text()),
      close: () => resolve(text()),
      error: () => resolve(text()),
    },
  });
  connection.catch(reject);
  return promise.finally(() => {
    clearTimeout(limit);
    return connection.then(
      (socket) => socket.terminate(),
      () => undefined,
    );
  });
}

/** What is wrong with what came back; null when nothing is. */
export function problemOf(one: Case, answer: string | null): string | null {
  if (answer === null) return "no end";
  if (answer === "")
    return one.gets === "silence" || one.gets === "either" || one.mayWait ? null : "no answer";
  if (one.gets === "silence") return `an answer: ${answer}`;
  if (!answer.endsWith("\n")) return `half a line: ${answer}`;
  const [line = "", ...more] = answer.trimEnd().split("\n");
  if (more.length > 0 && !one.mayWait) return `several lines: ${answer}`;
  const value = parseJson(line);
  if (!isFields(value) || typeof value["id"] !== "string") return `no answer's shape: ${line}`;
  const { result, error } = value;
  if (error === undefined)
    return one.gets === "invalid" || !isFields(result) ? `taken: ${line}` : null;
  return errorProblem(one, error);
}

function errorProblem({ gets }: Case, error: unknown): string | null {
  const { code, message } = isFields(error) ? error : {};
  if (typeof code !== "string" || typeof message !== "string") return "an error without its words";
  if (!CODES.has(code) || code === "internal_error") return `${code}: ${message}`;
  if (/[\n\u001b\u0000]|^\s+at |\bat .*:\d+:\d+/.test(message))
    return `a message that is no line: ${message}`;
  const isInvalid = code === "invalid_request" || code === "unsupported";
  return gets !== "invalid" || isInvalid ? null : `${code}: ${message}`;
}

/** Sends all cases, some at once, and gives what was wrong, at most 20 of it. */
export async function sendAll(
  path: string,
  cases: Iterable<Case>,
  atOnce = 16,
): Promise<{ sent: number; problems: string[] }> {
  const problems: string[] = [];
  let sent = 0;
  const iterator = cases[Symbol.iterator]();
  const work = async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) {
      sent += 1;
      const problem = problemOf(next.value, await exchange(path, next.value));
      if (problem !== null)
        problems.push(`${next.value.what.slice(0, 300)}: ${problem.slice(0, 300)}`);
      if (problems.length >= 20) return;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { sent, problems };
}
