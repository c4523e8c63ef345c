import { quoted } from "../core/inert.ts";
import { pathText } from "./kinds.ts";
import type { Finding, Path } from "./kinds.ts";
import type { Contents } from "./read.ts";
import { KEYS } from "./schema.ts";

type Values = Readonly<Record<string, unknown>>;
type Settled = { values: Values; findings: readonly Finding[] };

/** What needs more than one key to be judged: older spellings, sizes that contradict, keys bound twice. */
export function settle({ values, writtenAt }: Contents): Settled {
  const sized = settleSidebarWidths(withOldToast(values), writtenAt);
  const bound = settleBindings(sized.values, writtenAt);
  return { values: bound.values, findings: [...sized.findings, ...bound.findings] };
}

/** `ui.toast.enabled = true` is herdr's old spelling of `delivery = "herdr"`; the new one wins. */
function withOldToast(values: Values): Values {
  const isOld = values["ui.toast.enabled"] === true && !("ui.toast.delivery" in values);
  return isOld ? { ...values, "ui.toast.delivery": "herdr" } : values;
}

const MIN_WIDTH = "ui.sidebar_min_width";
const MAX_WIDTH = "ui.sidebar_max_width";

function settleSidebarWidths(values: Values, writtenAt: ReadonlyMap<string, Path>): Settled {
  const least = values[MIN_WIDTH] ?? KEYS[MIN_WIDTH]?.initial;
  const most = values[MAX_WIDTH] ?? KEYS[MAX_WIDTH]?.initial;
  if (typeof least !== "number" || typeof most !== "number" || least <= most) {
    return { values, findings: [] };
  }
  const { [MIN_WIDTH]: _least, [MAX_WIDTH]: _most, ...rest } = values;
  const path = writtenAt.get(MIN_WIDTH) ?? writtenAt.get(MAX_WIDTH) ?? [];
  const message = `${MIN_WIDTH} is ${least} and ${MAX_WIDTH} is ${most}: both are ignored`;
  return { values: rest, findings: [{ severity: "warning", path, at: "value", message }] };
}

/** A key bound to two actions stays with the first of them in the file. Actions that do nothing here bind nothing. */
function settleBindings(values: Values, writtenAt: ReadonlyMap<string, Path>): Settled {
  const owners = new Map<string, string>();
  const findings: Finding[] = [];
  const settled: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(values)) {
    const isAction = path.startsWith("keys.") && KEYS[path]?.effect !== "none";
    if (!isAction || !Array.isArray(value)) {
      settled[path] = value;
      continue;
    }
    const [kept, lost]: [string[], string[]] = [[], []];
    for (const binding of value.filter((entry) => typeof entry === "string")) {
      const owner = owners.get(binding);
      (owner === undefined || owner === path ? kept : lost).push(binding);
      if (owner === undefined) owners.set(binding, path);
    }
    if (kept.length > 0 || lost.length === 0) settled[path] = kept;
    const at = writtenAt.get(path) ?? [path];
    findings.push(...lost.map((binding) => boundTwice(binding, at, owners.get(binding) ?? "")));
  }
  return { values: settled, findings };
}

const boundTwice = (binding: string, path: Path, owner: string): Finding => ({
  severity: "warning",
  path,
  at: "value",
  message: `${quoted(binding)} stays with ${owner} and is not bound to ${pathText(path)}`,
});
