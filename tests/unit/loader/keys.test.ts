import { expect, test } from "bun:test";
import { keysInUse, wantedKeys } from "../../../src/loader/keys.ts";

test("bindings of the prefix table are told apart: ours, and everybody else's", () => {
  const shown = [
    'bind-key    -T prefix       a     run-shell -C "#{@agent_wizard_popup} -E \\"x\\""',
    "bind-key -r -T prefix       Up    select-pane -U",
    "bind-key    -T prefix       \\;    last-pane",
    'bind-key    -T prefix       "\'"   command-prompt',
    "bind-key    -T root         M-a   display-message",
  ].join("\n");
  const { ours, others } = keysInUse(shown);
  expect(ours).toEqual(["a"]);
  expect([...others]).toEqual(["Up", ";", "'"]);
});

test("the key is a by default, none when the option is empty, several between blanks", () => {
  expect(wantedKeys("")).toEqual(["a"]);
  expect(wantedKeys("\n")).toEqual([]);
  expect(wantedKeys("T  K\n")).toEqual(["T", "K"]);
});
