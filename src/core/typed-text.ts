import { Failure } from "./failure.ts";

/** Control characters that a terminal's parser carries out in the middle of a sequence, which goes on after them. */
const EXECUTED = /[\u0000-\u001a\u001c-\u001f\u007f]/g;

/**
 * What a program may take for the end of a paste, CSI 201 ~: its introducer in 7 or 8 bits, leading zeros, more
 * parameters. Looked for byte by byte, so that who reads bytes finds no 8-bit form inside another character either.
 */
const PASTE_END = /(?:\u001b\[|\u009b)0*201(?:[;:][0-9;:]*)?~/;

/**
 * Text that can be typed as it is: tmux holds no NUL, and half a character has no bytes.
 *
 * @throws Failure `invalid_argument`, which names what it holds
 */
export function checkTyped(text: string): void {
  if (text.includes("\0")) throw untypable("a NUL byte");
  if (!text.isWellFormed()) throw untypable("half a surrogate pair");
}

/**
 * The same for text that is pasted: nothing in it ends the paste, so that what follows is never read as keys.
 *
 * @throws Failure `invalid_argument`, which names what it holds
 */
export function checkPasted(text: string): void {
  checkTyped(text);
  const bytes = Buffer.from(text).toString("latin1").replace(EXECUTED, "");
  if (PASTE_END.test(bytes)) throw untypable("the sequence that ends a paste (ESC[201~)");
}

const untypable = (what: string): Failure =>
  new Failure("invalid_argument", `the text holds ${what}, which cannot be typed; take it out`);
