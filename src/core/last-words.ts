import { isFields, parseJson } from "./json.ts";

/** The message of an error envelope, where a taw printed one as its last line; null for any other text. */
function envelopeMessage(line: string): string | null {
  const envelope = parseJson(line);
  const error = isFields(envelope) ? envelope["error"] : null;
  const message = isFields(error) ? error["message"] : null;
  return typeof message === "string" ? message : null;
}

/**
 * What to tell a person of a program that failed: the message of a taw's error envelope, else the last line it said on
 * stderr, else nothing.
 */
export function lastWords(stderr: string): string {
  const line = stderr.trim().split("\n").at(-1) ?? "";
  return envelopeMessage(line) ?? line;
}
