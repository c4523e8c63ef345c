import { expect, test } from "bun:test";
import { spellings } from "../../src/cli/args.ts";
import { requestId } from "../../src/cli/envelope.ts";
import { VERBS } from "../../src/verbs/index.ts";
import type { ArgSpec } from "../../src/verbs/verb.ts";
import { lines } from "./herdr.ts";

const entries = await Promise.all(
  VERBS.map(async (entry) => ({ entry, verb: (await entry.load()).default })),
);

test("the registry is sorted, and names no path twice on one face", () => {
  const paths = VERBS.map(({ path, face }) => `${path}\0${face ?? ""}`);
  expect(paths).toEqual([...new Set(paths)].toSorted());
});

test("every verb stands in the registry under its own words, and says what it does in one line", () => {
  for (const { entry, verb } of entries) {
    expect(verb.path.join(" ")).toBe(entry.path);
    expect(verb.summary).toBe(entry.summary);
    expect(verb.summary).toMatch(/^[A-Z][^\n]{4,78}[^.\n]$/);
  }
});

test("every method that a verb names is one of herdr's", async () => {
  const methods = await lines("socket-methods.txt");
  expect(methods).toHaveLength(102);
  const named = entries.flatMap(({ verb }) => verb.method ?? []);
  expect(named.filter((method) => !methods.includes(method))).toEqual([]);
  expect(named).toEqual([...new Set(named)]);
});

test("a verb that has a method answers with one of herdr's tags", async () => {
  const tags = await lines("result-tags.txt");
  const own = entries.filter(
    ({ verb }) => verb.method !== undefined && !tags.includes(verb.result ?? ""),
  );
  expect(own.map(({ entry }) => entry.path)).toEqual([]);
});

test("request ids are herdr's", () => {
  const ids = Object.fromEntries(entries.map(({ entry, verb }) => [entry.path, requestId(verb)]));
  expect(ids).toMatchObject({
    "workspace list": "cli:workspace:list",
    "tab get": "cli:tab:get",
    "pane process-info": "cli:pane:process_info",
    "pane read": "cli:pane:read",
    "agent wait": "cli:agent:wait",
  });
});

test("no two arguments of a verb are called by the same flag, and every argument says what it is", () => {
  for (const { entry, verb } of entries) {
    for (const { doc } of Object.values(verb.args)) expect(doc).toMatch(/^\S.*[^.]$/);
    const count = Object.entries(verb.args).reduce((sum, row) => sum + spellingsOf(row), 0);
    expect([entry.path, spellings(verb.args).size]).toEqual([entry.path, count]);
  }
});

function spellingsOf([, spec]: [string, ArgSpec]): number {
  if (spec.kind === "word" || spec.kind === "words" || spec.kind === "rest") return 0;
  return 1 + (spec.short === undefined ? 0 : 1) + (spec.aliases?.length ?? 0);
}
