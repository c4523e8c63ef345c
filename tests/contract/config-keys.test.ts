import { expect, test } from "bun:test";
import { problemText, readConfig } from "../../src/config/load.ts";

const list = `${import.meta.dir}/../../third_party/herdr/reference/config-keys.txt`;
const text = await Bun.file(list).text();
const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));

const problemsOf = async (toml: string) => {
  const { problems } = await readConfig(toml, "config.toml");
  return problems.map(problemText);
};

test("a file that holds every key of herdr's config loads without a word", async () => {
  expect(lines.length).toBeGreaterThan(167);
  expect(await problemsOf(lines.join("\n"))).toEqual([]);
});

test("each of herdr's keys is known by itself, and the same key misspelt is not", async () => {
  const unknown: string[] = [];
  const taken: string[] = [];
  for (const line of lines) {
    const [key = ""] = line.split(" = ");
    if ((await problemsOf(line)).length > 0) unknown.push(key);
    const isFreeName =
      /^(ui\.sound\.agents|ui\.sidebar\.agents\.rows_by_agent|theme\.custom\.(light|dark))\./;
    if (isFreeName.test(key)) continue;
    if ((await problemsOf(line.replace(key, `${key}_x`))).length !== 1) taken.push(key);
  }
  expect({ unknown, taken }).toEqual({ unknown: [], taken: [] });
});
