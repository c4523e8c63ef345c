import { inertText, utf8Text } from "./inert.ts";

/** A desktop notification that a program asked its terminal for. */
export type Notification = { readonly source: "9" | "777" | "99"; readonly text: string };

const TEXT_CHARACTERS = 256;
/** `9;N;…` with a number is one of ConEmu's commands (4 is progress), no text. */
const CONEMU_COMMAND = /^\d{1,2}(;|$)/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * The notification in an OSC body without its code (bytes, one per character), or null where the sequence asks for
 * something else: `9;TEXT` (iTerm2), `777;notify;TITLE;TEXT` (urxvt), `99;METADATA;TEXT` (kitty).
 */
export function notificationOf(source: Notification["source"], body: string): Notification | null {
  const text = inertText(utf8Text(READERS[source](body)), TEXT_CHARACTERS).trim();
  return text === "" ? null : { source, text };
}

const READERS: Readonly<Record<Notification["source"], (body: string) => string>> = {
  "9": (body) => (CONEMU_COMMAND.test(body) ? "" : body),
  "777": (body) => {
    const [command, title = "", ...text] = body.split(";");
    return command === "notify" ? [title, text.join(";")].filter(Boolean).join(": ") : "";
  },
  "99": kittyText,
};

/** kitty: metadata pairs `k=v` joined by `:`; only payloads of type title or body are text, `e=1` is base64. */
function kittyText(body: string): string {
  const semicolon = body.indexOf(";");
  if (semicolon < 0) return "";
  const metadata = new Map(
    body
      .slice(0, semicolon)
      .split(":")
      .map((pair) => [pair.slice(0, 1), pair.slice(2)]),
  );
  const payload = metadata.get("p") ?? "title";
  if (payload !== "title" && payload !== "body") return "";
  const text = body.slice(semicolon + 1);
  if (metadata.get("e") !== "1") return text;
  return BASE64.test(text) && text.length % 4 === 0 ? atob(text) : "";
}
