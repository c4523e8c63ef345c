import type { Shape } from "./shape.ts";

/** Qoder CLI 1.1, seen only before its sign-in: a dialog's headline stands above a rule. */
export const qodercli: Shape = {
  asks: [{ head: /^ ?(?<ask>\S.*)\n─{8,}$/gm, foot: /^ (?:↑\/↓ navigate|Enter select)/gm }],
  says: null,
};
