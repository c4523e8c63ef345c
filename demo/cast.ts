/**
 * A recording: an asciicast (version 2) of one agent's terminal, whose markers tell the agent's true state from then
 * on. Made from unmodified agents that talked to a scripted model, so what they wrote is real, the time too.
 */
export interface Cast {
  readonly width: number;
  readonly height: number;
  readonly events: readonly CastEvent[];
}

/** Output, or the state that begins; `atMs` from the start of the recording. */
export interface CastEvent {
  readonly atMs: number;
  readonly output: string;
  readonly state: string | null;
}

/** Reads a recording; a line that is none is an error that names its number. */
export function parseCast(text: string): Cast {
  const [header = "", ...lines] = text.split("\n").filter((line) => line !== "");
  const size: unknown = JSON.parse(header);
  if (!isSize(size)) throw new Error("line 1 of the recording has no width and height");
  return { width: size.width, height: size.height, events: lines.map(parseEvent) };
}

function parseEvent(line: string, at: number): CastEvent {
  const event: unknown = JSON.parse(line);
  if (Array.isArray(event)) {
    const [seconds, code, data]: unknown[] = event;
    if (typeof seconds === "number" && typeof data === "string" && (code === "o" || code === "m")) {
      const isOutput = code === "o";
      return {
        atMs: seconds * 1000,
        output: isOutput ? data : "",
        state: isOutput ? null : data,
      };
    }
  }
  throw new Error(`line ${at + 2} of the recording is no event: ${line.slice(0, 60)}`);
}

const isSize = (value: unknown): value is { width: number; height: number } =>
  typeof value === "object" &&
  value !== null &&
  "width" in value &&
  "height" in value &&
  typeof value.width === "number" &&
  typeof value.height === "number";
