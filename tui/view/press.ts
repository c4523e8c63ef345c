import type { KeyPress } from "../msg.ts";
import { keyOf } from "../keys.ts";

/** A key as the renderer reports it; the parts of its KeyEvent that mean something here. */
export type RawKey = {
  readonly name: string;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly option: boolean;
  readonly shift: boolean;
  readonly sequence: string;
};

/** The renderer's names where they are not ours. */
const RENAMED: Readonly<Record<string, string>> = { return: "enter", kpenter: "enter" };

const PRINTABLE = /^[^\p{Cc}\p{Cs}\p{Co}]+$/u;

/** A key press in our spelling; null for what is no key (an escape sequence nobody knows). */
export function pressOf(raw: RawKey): KeyPress | null {
  const alt = raw.meta || raw.option;
  if (raw.name === "linefeed") return { key: "C-j", typed: "" };
  if (!raw.ctrl && !alt && raw.name !== "space" && PRINTABLE.test(raw.sequence))
    return { key: raw.sequence, typed: raw.sequence };
  if (raw.name === "") return null;
  const name = RENAMED[raw.name] ?? raw.name;
  const key = keyOf({ key: name, ctrl: raw.ctrl, alt, shift: raw.shift });
  return { key, typed: key === "Space" ? " " : "" };
}
