import { afterAll, expect, test } from "bun:test";
import { bin, run } from "../../support/taw.ts";
import type { OnTerminal } from "../../support/terminal.ts";
import { onTerminal } from "../../support/terminal.ts";
import { tmuxServer } from "../../support/tmux.ts";

const server = await tmuxServer();
afterAll(() => server.close());
const outside = { ...server.box.env };
const inPane = { ...outside, TMUX: `${server.socketPath},1,0` };
const WIDTH_QUESTION = "\u001b[6n";

/** Answers the width question as a terminal of one-cell marks does. */
async function answerWidth(app: OnTerminal): Promise<void> {
  await app.sees(WIDTH_QUESTION);
  app.type("\u001b[1;4R");
}

test.each([
  ["in a pane", inPane, false],
  ["in a terminal that answers", outside, true],
  ["in a terminal that answers nothing", outside, false],
])("keys typed before the first frame do what they do, %s", async (_, env, answers) => {
  await using app = onTerminal([bin, "-L", server.name, "app"], { env, columns: 120, rows: 40 });
  app.type("jkq");
  if (answers) await answerWidth(app);
  expect(await app.ended).toBe(0);
});

test("keys typed while the terminal is asked for its widths are kept too", async () => {
  await using app = onTerminal([bin, "-L", server.name, "app"], { env: outside });
  await app.sees(WIDTH_QUESTION);
  app.type("/xy");
  app.type("\u001b[1;4R");
  await app.sees("/");
  await app.sees("xy");
});

test("a signal during the question of the widths leaves the terminal as it was, with its code", async () => {
  const script = '"$@"; echo "rc=$?"; stty -a; echo done';
  const argv = ["sh", "-c", script, "sh", bin, "-L", server.name, "app"];
  await using shell = onTerminal(argv, { env: outside });
  await shell.sees(WIDTH_QUESTION);
  const { stdout } = await run(["pgrep", "-P", String(shell.pid)], { env: server.box.env });
  process.kill(Number(stdout), "SIGTERM");
  await shell.sees("done");
  expect(shell.output).toContain("rc=143");
  expect(shell.output).toMatch(/[^-]icanon/);
  expect(shell.output).toMatch(/[^-]echo /);
  // On a busy machine the question may be over when the signal comes: then the screen that was opened is left again.
  const [opened, left] = ["h", "l"].map((end) => shell.output.lastIndexOf(`\u001b[?1049${end}`));
  expect(opened).toBeLessThanOrEqual(left ?? -1);
});
