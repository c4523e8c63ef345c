import type { Fields } from "../../src/core/json.ts";
import { isFields } from "../../src/core/json.ts";
import type { Ran } from "./taw.ts";

/** The field of a record, as a record. Throws, showing the record, when it is none. */
export function fieldsOf(value: unknown, name?: string): Fields {
  const inner = name === undefined ? value : isFields(value) ? value[name] : undefined;
  if (isFields(inner)) return inner;
  throw new Error(`no record ${name ?? ""} in ${JSON.stringify(value)}`);
}

/** `result` of an envelope on stdout. */
export function resultOf(ran: Ran): Fields {
  if (ran.code !== 0) throw new Error(`exit ${ran.code}: ${ran.stderr}`);
  return fieldsOf(ran.json, "result");
}

/** A list in `result`, as records. */
export function listOf(ran: Ran, name: string): Fields[] {
  const list = resultOf(ran)[name];
  if (!Array.isArray(list)) throw new Error(`no list ${name} in ${ran.stdout}`);
  return list.map((item: unknown) => fieldsOf(item));
}

/** Code and exit status of a failure, which leaves stdout empty and one line on stderr. */
export function failureOf(ran: Ran): { code: unknown; exit: number; message: string } {
  if (ran.stdout !== "" || ran.stderr.trimEnd().includes("\n")) {
    throw new Error(`no plain failure: ${ran.stdout}${ran.stderr}`);
  }
  const { code, message } = fieldsOf(JSON.parse(ran.stderr), "error");
  return { code, exit: ran.code, message: String(message) };
}
