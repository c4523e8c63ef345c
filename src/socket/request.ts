import { FACES, faced } from "../core/face.ts";
import { Failure } from "../core/failure.ts";
import { clipped, inertText } from "../core/inert.ts";
import { isFields } from "../core/json.ts";
import { checkParams, methodRow } from "../core/methods.ts";
import type { MethodRow } from "../core/methods/row.ts";
import { Mismatch } from "../core/schema.ts";
import type { Params } from "../core/schema.ts";
import type { Answer } from "../verbs/verb.ts";

/** One request, as its line spells it (reference/herdr/socket.md §2). */
export interface Request {
  id: string;
  method: string;
  row: MethodRow;
  params: object;
}

/** The id of a line that holds one that can be read; "" where it does not. */
export function idIn(value: unknown): string {
  return isFields(value) && typeof value["id"] === "string" ? value["id"] : "";
}

/** @throws Failure `invalid_request`, `unknown_method` */
export function requestOf(value: unknown): Request {
  if (value === undefined) throw invalid("expected value at line 1 column 1: that is no JSON");
  if (!isFields(value)) throw invalid("expected an object with id, method and params");
  const { id, method, params } = value;
  if (id === undefined) throw invalid("missing field `id`");
  if (typeof id !== "string") throw invalid("id: invalid type, expected a string");
  if (method === undefined) throw invalid("missing field `method`");
  if (typeof method !== "string") throw invalid("method: invalid type, expected a string");
  const row = methodRow(method);
  if (row === null) throw unknownMethod(method);
  if (params === undefined) throw invalid("missing field `params`");
  if (!isFields(params)) throw invalid("params: invalid type, expected an object");
  return { id, method, row, params };
}

/** @throws Failure `invalid_request` naming the parameter */
export function paramsOf({ row, params }: Request): Params {
  try {
    return checkParams(row, params);
  } catch (error) {
    if (error instanceof Mismatch) throw invalid(error.message);
    throw error;
  }
}

export const invalid = (reason: string): Failure =>
  new Failure("invalid_request", `invalid request: ${reason}`);

/** More than `clipped` keeps, so that it says itself where it cuts. */
const LONGEST_NAME = 200;

/** Both kinds of client find their word in it (decision 7). */
function unknownMethod(method: string): Failure {
  const name = clipped(inertText(method, LONGEST_NAME));
  return new Failure("unknown_method", `unknown method: ${name} (unknown variant \`${name}\`)`);
}

/** A result as herdr's socket prints it, keys in the order of the records. */
export const resultText = (answer: Answer): string => JSON.stringify(faced(FACES.herdr, answer));

/** One line of an answer whose result is text already. */
export const resultLine = (id: string, result: string): string =>
  `{"id":${JSON.stringify(id)},"result":${result}}`;

export const errorLine = (id: string, failure: Failure): string =>
  JSON.stringify({ id, error: { code: failure.herdrCode, message: failure.message } });
