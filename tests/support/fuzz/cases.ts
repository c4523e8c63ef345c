import { METHODS, NEVER_SUPPORTED, NOT_SUPPORTED_YET } from "../../../src/core/methods.ts";
import { plain, rightFields, spotsOfFields, wrongValues } from "./kinds.ts";
import type { Draw } from "./kinds.ts";

/** One thing that is sent on a connection of its own. */
export interface Case {
  readonly what: string;
  readonly bytes: string | Uint8Array;
  /**
   * `invalid`: one answer, `invalid_request` (or the refusal of a method that is not done whatever it is asked with).
   * `answer`: one answer, whichever. `silence`: nothing. `either`: an answer or nothing.
   */
  readonly gets: "invalid" | "answer" | "silence" | "either";
  /** The method may wait for something that does not happen. */
  readonly mayWait?: boolean;
}

const WAITING = new Set(["agent.wait", "events.subscribe", "events.wait", "pane.wait_for_output"]);

const lineOf = (request: unknown): string => `${JSON.stringify(request)}\n`;

const isRefused = (method: string): boolean =>
  NEVER_SUPPORTED.has(method) || NOT_SUPPORTED_YET.has(method);

/** Every method × every field, the nested ones too × values of the wrong type; and every field that is needed left out. */
export function wrongTypeCases(): Case[] {
  return Object.entries(METHODS).flatMap(([method, { params: fields }]) => {
    const wrong = spotsOfFields(fields, method).flatMap(({ path, field, put }) =>
      wrongValues(field).map((value) =>
        invalid(`${path} = ${JSON.stringify(value)}`, method, put(value)),
      ),
    );
    const right = rightFields(fields, plain);
    const missing = Object.keys(fields)
      .filter((name) => !fields[name]?.optional)
      .map((name) => invalid(`${method} without ${name}`, method, { ...right, [name]: undefined }));
    const shapes = [null, true, 3, 1.5, "x", [], [right], undefined].map((params) =>
      invalid(`${method} with params ${JSON.stringify(params)}`, method, params),
    );
    return wrong.concat(missing, isRefused(method) ? [] : shapes);
  });
}

const invalid = (what: string, method: string, params: unknown): Case => ({
  what,
  bytes: lineOf({ id: "f", method, params }),
  gets: "invalid",
});

const DONE_METHODS = Object.keys(METHODS).filter((method) => !isRefused(method));

/** A request of the right types with hostile values. */
export function hostileCase(draw: Draw): Case {
  const method = DONE_METHODS[draw(DONE_METHODS.length)] ?? "ping";
  const params = rightFields(METHODS[method]?.params ?? {}, draw);
  if ("timeout_ms" in params) params["timeout_ms"] = draw(40);
  return {
    what: `${method} ${JSON.stringify(params)}`,
    bytes: lineOf({ id: "f", method, params }),
    gets: "answer",
    mayWait: WAITING.has(method),
  };
}

/** Bytes that are no request, or were one. */
export function bytesCase(draw: Draw): Case {
  const valid = Buffer.from(lineOf({ id: "f", method: "pane.get", params: { pane_id: "w1:p1" } }));
  const at = draw(valid.length);
  switch (draw(7)) {
    case 0:
      return { what: "random bytes", bytes: randomBytes(draw, draw(400)), gets: "either" };
    case 1: {
      const bytes = Uint8Array.from(valid);
      bytes[at] = draw(256);
      return {
        what: `a byte changed: ${Buffer.from(bytes).toString("latin1")}`,
        bytes,
        gets: "either",
      };
    }
    case 2:
      return { what: `cut after ${at}`, bytes: valid.subarray(0, at), gets: "silence" };
    case 3: {
      const bytes = Buffer.concat([
        valid.subarray(0, at),
        randomBytes(draw, 5),
        valid.subarray(at),
      ]);
      return { what: `bytes put in: ${bytes.toString("latin1")}`, bytes, gets: "either" };
    }
    case 4:
      return { what: "several lines", bytes: Buffer.concat([valid, valid, valid]), gets: "answer" };
    case 5:
      return {
        what: "no UTF-8",
        bytes: Buffer.concat([Buffer.from([0xff, 0xc0]), valid]),
        gets: "silence",
      };
    default: {
      const depth = 1 + draw(5000);
      const bytes = `{"id":"f","method":"ping","params":${"[".repeat(depth)}\n`;
      return { what: `${depth} lists in each other`, bytes, gets: "answer" };
    }
  }
}

const randomBytes = (draw: Draw, length: number): Uint8Array =>
  Uint8Array.from({ length }, () => draw(256));

const MEBIBYTE = 1024 * 1024;

/** A ping of so many bytes. */
const padded = (length: number): string => {
  const frame = '{"id":"","method":"ping","params":{}}\n';
  return frame.replace('""', JSON.stringify("x".repeat(length - frame.length)));
};

/** Lines at the limits, and envelopes that are wrong. */
export function envelopeCases(): Case[] {
  const answered: readonly unknown[] = [
    ...[null, 1, true, [], {}, 1.5].map((id) => ({ id, method: "ping", params: {} })),
    ...[null, 1, true, [], {}, "", "PING", "ping ", "toString", "__proto__"].map((method) => ({
      id: "f",
      method,
      params: {},
    })),
    { method: "ping", params: {} },
    { id: "f", params: {} },
    { id: "f", method: "ping" },
    {},
    [],
    "ping",
    null,
    7,
  ];
  return [
    { what: "exactly 1 MiB", bytes: padded(MEBIBYTE), gets: "answer" },
    { what: "a byte more than 1 MiB", bytes: padded(MEBIBYTE + 1), gets: "silence" },
    { what: "3 MiB without an end", bytes: "x".repeat(3 * MEBIBYTE), gets: "silence" },
    { what: "a blank line", bytes: "  \r\n", gets: "silence" },
    { what: "nothing", bytes: "", gets: "silence" },
    { what: "a deep tree", bytes: deepLayout(3000), gets: "invalid" },
    { what: "CRLF", bytes: '{"id":"f","method":"ping","params":{}}\r\n', gets: "answer" },
    ...answered.map((request): Case => ({
      what: JSON.stringify(request),
      bytes: lineOf(request),
      gets: "answer",
    })),
  ];
}

function deepLayout(depth: number): string {
  const open = '{"type":"split","direction":"right","ratio":0.5,"second":{"type":"pane"},"first":';
  const root = `${open.repeat(depth)}{"type":"pane"}${"}".repeat(depth)}`;
  return `{"id":"f","method":"layout.apply","params":{"root":${root}}}\n`;
}
