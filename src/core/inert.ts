/** C0, DEL and C1. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;

/**
 * Characters that show nothing of their own and change what stands around them: direction marks and overrides, zero
 * width characters, line and paragraph separators, tags. Variation selectors stay: titles are matched with them.
 */
const INVISIBLE =
  /[[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2028\u2029\ufff9-\ufffb]--\p{Variation_Selector}]/gv;

/** The text without what a terminal would act on. */
export const withoutControl = (text: string): string => text.replace(CONTROL, "");

/** Whether a terminal would act on a character of the text. */
export function hasControl(text: string): boolean {
  return text.search(CONTROL) >= 0;
}

/**
 * Text from outside (a pane, a name, a report) without the characters that act: control characters and invisible or
 * direction characters are dropped, and at most `limit` characters stay (code points, so no pair is cut in half).
 */
export function inertText(text: string, limit: number): string {
  const clean = withoutControl(text).replace(INVISIBLE, "");
  return clean.length <= limit ? clean : [...clean].slice(0, limit).join("");
}

/** Text of several lines as one, for a person's terminal: nothing in it acts, and ` | ` stands between its lines. */
export const inertLine = (text: string, limit = 64 * 1024): string =>
  text
    .split("\n")
    .map((line) => inertText(line, limit).trim())
    .filter((line) => line !== "")
    .join(" | ");

const NAMED_LENGTH = 100;

/** A word that somebody gave, as a message names it: of a long one its beginning, as the message is one line. */
export const clipped = (word: string): string =>
  word.length <= NAMED_LENGTH
    ? word
    : `${word.slice(0, NAMED_LENGTH - 1).replace(/[\ud800-\udbff]$/, "")}…`;

const NOT_TO_PRINT = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** The same in double quotes, with nothing in it that a terminal would obey or that turns the text around it. */
export const quoted = (word: string): string =>
  JSON.stringify(clipped(word)).replace(
    NOT_TO_PRINT,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Bytes held one to a character (latin1) as the UTF-8 text they spell; bad bytes become U+FFFD. */
export function utf8Text(bytes: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytesOf(bytes));
}

/** As `utf8Text`, but null where the bytes are no UTF-8. */
export const strictUtf8Text = (bytes: string): string | null => decodedStrictly(bytesOf(bytes));

/** The text that bytes spell; null where they are no UTF-8. */
export function decodedStrictly(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** UTF-8 text as bytes held one to a character, the form in which the stream and the proxy carry output. */
export function latin1Bytes(text: string): string {
  let bytes = "";
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return bytes;
}

function bytesOf(bytes: string): Uint8Array {
  const array = new Uint8Array(bytes.length);
  for (let index = 0; index < bytes.length; index++) array[index] = bytes.charCodeAt(index);
  return array;
}
