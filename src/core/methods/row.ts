import type { Fields } from "../schema.ts";

/** One method of the socket: what it takes (reference/herdr/socket.md §3). `xor` names fields of which one at most is given. */
export interface MethodRow {
  params: Fields;
  xor?: readonly string[];
  /** One of these has to be given, and no two. */
  exactlyOne?: readonly string[];
}

export type MethodRows = Readonly<Record<string, MethodRow>>;

export const NO_PARAMS = { params: {} } as const;
