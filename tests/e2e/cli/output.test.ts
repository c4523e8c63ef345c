import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { bin, run } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
let pane: string;
beforeAll(async () => {
  server = await tmuxServer({ width: 200 });
  pane = await server.pane("sh", "-c", "seq -f %0190.0f 1 1500; exec cat");
  await until(
    "all is printed",
    () => server.paneText(pane),
    (text) => text.includes("01500"),
  );
});
afterAll(() => server.close());

/** `taw …` as a shell line, with bash's `pipefail` status. */
const shell = (line: string) =>
  run(["bash", "--norc", "-c", line, bin, "-L", server.name, pane], server.box);

const READ = '"$0" "$1" "$2" pane read "$3" --lines 1000';

test("a long answer is whole, however slowly it is read", async () => {
  const { stdout } = await shell(`${READ} | { sleep 0.3; wc -c; }`);
  expect(Number(stdout)).toBe(1000 * 191 - 1);
});

test("a reader that goes away early is no error", async () => {
  const ran = await shell(`set -o pipefail; ${READ} | head -1 >/dev/null; echo "$?"`);
  expect([ran.stdout, ran.stderr]).toEqual(["0\n", ""]);
  const help = await shell(`set -o pipefail; "$0" --help | true; echo "$?"`);
  expect([help.stdout, help.stderr]).toEqual(["0\n", ""]);
});

test.each(["machine feed", "ui --plain --watch"])(
  "what prints for as long as it is read ends when its reader has gone: %s",
  async (words) => {
    // A stdin that stays open, and no program that outlives the test to keep it so.
    const open = 'fifo=$(mktemp -u) && mkfifo "$fifo" && ';
    const line = `${open}"$0" "$1" "$2" ${words} 0<>"$fifo" | head -1 >/dev/null`;
    let isOver = false;
    const ran = shell(line).finally(() => (isOver = true));
    await until("it has ended", async () => {
      await server.tmux("rename-window", "-t", pane, `n${performance.now()}`);
      return isOver;
    });
    expect((await ran).stderr).toBe("");
  },
);

test.if(existsSync("/dev/full"))(
  "an answer that cannot be written is a failure in one line",
  async () => {
    for (const words of [READ, '"$0" "$1" "$2" pane list']) {
      const ran = await shell(`${words} >/dev/full`);
      expect(ran.code).toBe(1);
      expect(ran.stderr).toMatch(
        /^\{"id":"cli:pane:(read|list)","error":\{"code":"io_error","message":"cannot print the answer: .*"\}\}\n$/,
      );
    }
  },
);
