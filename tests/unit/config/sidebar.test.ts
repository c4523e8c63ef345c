import { expect, test } from "bun:test";
import { problemText, readConfig } from "../../../src/config/load.ts";

async function agents(token: string) {
  const toml = `ui.sidebar.agents.rows = [[${token}]]`;
  const { config, problems } = await readConfig(toml, "c");
  return { rows: config["ui.sidebar.agents.rows"], problems: problems.map(problemText) };
}

const told = async (token: string): Promise<string[]> =>
  (await agents(token)).problems.map((text) => text.replace(/^c:1:\d+: /, ""));

const AT = "ui.sidebar.agents.rows[0][0]";

test("a token is a word, a $name, or a table with its style and rules", async () => {
  const rule = '{ starts_with = "c", ignore_case = true, fg = "#abc", hide = true }';
  const { rows, problems } = await agents(
    `"agent", "$load", { token = "tab", bold = true, rules = [${rule}, { gt = 2.5 }] }`,
  );
  const plain = { fg: null, bold: null, dim: null };
  expect(problems).toEqual([]);
  expect(rows).toEqual([
    [
      { token: "agent", ...plain, rules: [] },
      { token: "$load", ...plain, rules: [] },
      {
        token: "tab",
        ...plain,
        bold: true,
        rules: [
          {
            when: { test: "starts_with", text: "c", ignoreCase: true },
            ...plain,
            fg: "#abc",
            hide: true,
          },
          { when: { test: "gt", number: 2.5 }, ...plain, hide: false },
        ],
      },
    ],
  ]);
});

const withRule = (rule: string) => told(`{ token = "tab", rules = [${rule}] }`);

test("a malformed rule is an error", async () => {
  const takes = `error: ${AT}.rules[0] takes one of equals, contains, starts_with, gt or lt; it has`;
  expect(await withRule("{ hide = true }")).toEqual([`${takes} none`]);
  expect(await withRule('{ equals = "a", gt = 1 }')).toEqual([`${takes} equals and gt`]);
  expect(await withRule("{ gt = inf }")).toEqual([
    `error: ${AT}.rules[0].gt is Infinity; it takes a finite number`,
  ]);
  expect(await withRule("{ lt = nan }")).toEqual([
    `error: ${AT}.rules[0].lt is NaN; it takes a finite number`,
  ]);
  expect(await withRule('{ equals = "a", hide = 1 }')).toEqual([
    `error: ${AT}.rules[0].hide is 1; it takes true or false`,
  ]);
  expect(await withRule('{ equals = "a", fg = "red" }')).toEqual([
    `error: ${AT}.rules[0].fg is "red"; it takes a color such as "#7aa2f7"`,
  ]);
  expect(await withRule("{ gt = 1, ignore_case = true }")).toEqual([
    `error: ${AT}.rules[0].ignore_case goes with a text, not with gt`,
  ]);
  expect(await withRule('"equals"')).toHaveLength(1);
  const many = Array.from({ length: 17 }, () => "{ gt = 1 }").join(", ");
  expect(await withRule(many)).toEqual([`error: ${AT}.rules has 17 entries; it takes at most 16`]);
});

test("a malformed rule leaves the rows as they were", async () => {
  expect((await agents('{ token = "tab", rules = [{}] }')).rows).toBeNull();
  expect((await agents('{ token = "tab", rules = [{ gt = 1, fg = "red" }] }')).rows).toBeNull();
});

test("state_icon and git_status take no rules", async () => {
  expect(await told('{ token = "state_icon", rules = [] }')).toEqual([
    `error: ${AT}: state_icon takes no rules`,
  ]);
});

test("a key that a token does not know is a warning that names it, hide and rule among them", async () => {
  const known = "known here are token, fg, bold, dim or rules";
  expect(await told('{ token = "tab", hide = true, rule = [] }')).toEqual([
    `warning: unknown key ${AT}.hide is ignored; ${known}`,
    `warning: unknown key ${AT}.rule is ignored; ${known}`,
  ]);
});

test("an unknown token is an error, and more than 16 tokens or rows are", async () => {
  expect(await told('"branch"')).toEqual([
    `error: ${AT} is "branch", no token: known are state_icon, state_text, workspace, tab, pane, agent, terminal_title or terminal_title_stripped, and your own begin with $`,
  ]);
  expect(await told(Array.from({ length: 17 }, () => '"tab"').join(", "))).toEqual([
    "error: ui.sidebar.agents.rows[0] has 17 entries; it takes at most 16",
  ]);
});
