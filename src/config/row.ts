import { pathText } from "./kinds.ts";
import type { Kind, Path, Report } from "./kinds.ts";

/**
 * What setting a key does. `now`: it is used. `later`: it is read and checked, and what it sets is not built yet.
 * `none`: it is herdr's, tmux has or does that itself, and it is accepted so that herdr's file loads without a word.
 * `refused`: it is not accepted, and the doc line says what to do instead.
 */
export type Effect = "now" | "later" | "none" | "refused";

/** Whether an entry of that name is kept. What is wrong with the name is reported at the path. */
export type KeepsName = (name: string, path: Path, report: Report) => boolean;

/** One row of the table of keys. Its path is its name in the table; a path that ends in `.*` is many names of one kind. */
export interface Row<Value> {
  readonly kind: Kind<unknown>;
  readonly initial: Value;
  readonly doc: string;
  readonly effect: Effect;
  /** Other paths that mean this key. */
  readonly aliases: readonly string[];
  /** For `.*`. */
  readonly keepsName: KeepsName;
  /** For `.*`: names hold dots, so `tab.created = …` is the name "tab.created" with or without quotes. */
  readonly dotted: boolean;
}

export interface Extra {
  effect?: Effect;
  aliases?: readonly string[];
  keepsName?: KeepsName;
  dotted?: boolean;
}

/** A key with a default of its kind. */
export function key<Value>(
  kind: Kind<Value>,
  initial: NoInfer<Value>,
  doc: string,
  extra: Extra = {},
): Row<Value> {
  return {
    kind,
    initial,
    doc,
    effect: extra.effect ?? "now",
    aliases: extra.aliases ?? [],
    keepsName: extra.keepsName ?? (() => true),
    dotted: extra.dotted ?? false,
  };
}

/** A key that is null until it is set. */
export function unset<Value>(kind: Kind<Value>, doc: string, extra: Extra = {}): Row<Value | null> {
  return { ...key<unknown>(kind, null, doc, extra), initial: null };
}

/** A key that is told about whatever it holds; `instead` says where its job is done. */
export function refused(instead: string): Row<null> {
  const kind: Kind<never> = {
    takes: "nothing",
    json: { not: {} },
    read: (_, path, report) =>
      report.error(path, `${pathText(path)} is not accepted: ${instead}`, "key"),
  };
  return { ...key<unknown>(kind, null, instead, { effect: "refused" }), initial: null };
}

/** Names of the user's choice, each with a value of one kind: a path that ends in `.*`. */
export function entries<Value>(
  kind: Kind<Value>,
  doc: string,
  extra: Extra = {},
): Row<Readonly<Record<string, Value>>> {
  return { ...key<unknown>(kind, null, doc, extra), initial: {} };
}
