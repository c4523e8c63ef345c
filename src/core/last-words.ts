/** The message of an error envelope, where a taw printed one as its last line; null for any other text. */
function envelopeMessage(line: string): string | null {
  if (!line.startsWith("{")) return null;
  try {
    const envelope: unknown = JSON.parse(line);
    const error = fieldOf(envelope, "error");
    const message = fieldOf(error, "message");
    return typeof message === "string" ? message : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return new Map<string, unknown>(Object.entries(value)).get(name);
}

/**
 * What to tell a person of a program that failed: the message of a taw's error envelope, else the last line it said on
 * stderr, else nothing.
 */
export function lastWords(stderr: string): string {
  const line = stderr.trim().split("\n").at(-1) ?? "";
  return envelopeMessage(line) ?? line;
}
