import type { Row } from "./row.ts";
import { keysTable } from "./table/keys.ts";
import { herdrTable, productTable } from "./table/product.ts";
import { uiTable } from "./table/ui.ts";

const table = { ...uiTable, ...keysTable, ...productTable, ...herdrTable } as const;

/** THE table of keys of config.toml (house §6): a new key is one row in `table/`. */
export const KEYS: Readonly<Record<string, Row<unknown>>> = table;

/** Every key that has a meaning of its own, with its value: what a file says, else the default. */
export type Config = {
  readonly [Path in keyof typeof table]: (typeof table)[Path] extends Row<infer Value>
    ? Value
    : never;
};

/** What taw does with no file. */
export const DEFAULTS: Config = withValues({});

/** The defaults with some values in their place. The values come from the rows' own kinds. */
export function withValues(values: Readonly<Record<string, unknown>>): Config {
  const initial = Object.entries(KEYS).map(([path, row]) => [path, row.initial]);
  // A mapped type cannot be built key by key; that every row's kind gives its row's type is what `key` checks.
  return Object.freeze({ ...Object.fromEntries(initial), ...values }) as Config;
}
