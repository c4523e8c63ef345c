import { expect, test } from "bun:test";
import { parseEnvironment } from "../../../src/hooks/environment.ts";

/** As tmux 3.3a prints `show-environment -s`. */
const PRINTED = `EMPTY=""; export EMPTY;
LINES="one
two; export X;
"; export LINES;
ODD="a\\"b\\$c\\\`d\\\\e"; export ODD;
unset SSH_AUTH_SOCK;
`;

test("an environment is read as it was set, whatever is in it, over another one", () => {
  const under = { SSH_AUTH_SOCK: "/gone", HOME: "/h", ODD: "old" };
  expect(parseEnvironment(PRINTED, under)).toEqual({
    EMPTY: "",
    LINES: "one\ntwo; export X;\n",
    ODD: 'a"b$c`d\\e',
    HOME: "/h",
  });
  expect(parseEnvironment("", under)).toEqual(under);
});
