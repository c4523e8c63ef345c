import { expect, test } from "bun:test";
import { keysInUse, wantedKeys } from "../../../src/loader/keys.ts";

test("bindings of the prefix table are told apart: ours, and everybody else's", () => {
  const shown = [
    'bind-key    -T prefix       a     run-shell -C "#{@agent_wizard_popup} -E \\"x\\""',
    'bind-key    -T prefix       K     run-shell -b "#{@agent_wizard_taw} pane clear #{pane_id} >/dev/null 2>&1 || :"',
    "bind-key -r -T prefix       Up    select-pane -U",
    "bind-key    -T prefix       \\;    last-pane",
    'bind-key    -T prefix       "\'"   command-prompt',
    "bind-key    -T root         M-a   display-message",
  ].join("\n");
  const { ours, others } = keysInUse(shown);
  expect(ours).toEqual(["a", "K"]);
  expect([...others]).toEqual(["Up", ";", "'"]);
});

const popupKeys = (shown: string) => wantedKeys(shown, "").map(({ key }) => key);

test("the key is a by default, none when the option is empty, several between blanks", () => {
  expect(popupKeys("")).toEqual(["a"]);
  expect(popupKeys("\n")).toEqual([]);
  expect(popupKeys("T  K T\n")).toEqual(["T", "K"]);
});

test("no key clears the pane by default, and one that opens the popup does not", () => {
  expect(wantedKeys("", "\n")).toEqual([{ key: "a", use: "popup" }]);
  expect(wantedKeys("T\n", "K T C-l\n")).toEqual([
    { key: "T", use: "popup" },
    { key: "K", use: "clear" },
    { key: "C-l", use: "clear" },
  ]);
});
