import { afterAll, beforeAll, expect, test } from "bun:test";
import { failureOf, fieldsOf, resultOf } from "../../support/answer.ts";
import type { Ran } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";
import { followWrites } from "../../../src/system/tty-writes.ts";

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer({ width: 40, height: 10 });
});
afterAll(() => server.close());

/** A pane that answers each line it is given, and shows `first` already. */
async function answering(first: string): Promise<string> {
  const loop = `while read -r line; do echo "got $line"; done`;
  const pane = await server.pane("sh", "-c", `printf '%b' '${first}\\n'; ${loop}`);
  await until("the pane is ready", () => server.paneText(pane));
  return pane;
}

const wait = (...words: string[]): Promise<Ran> => server.taw("pane", "wait-output", ...words);

const lineOf = (ran: Ran): unknown => resultOf(ran)["matched_line"];

test("what is shown already counts, and the answer holds the text that matched", async () => {
  const pane = await answering("one\\nready now\\ntwo");
  const result = resultOf(await wait(pane, "--match", "ready"));
  expect(result).toMatchObject({ type: "output_matched", revision: 0, matched_line: "ready now" });
  expect(fieldsOf(result, "read")).toMatchObject({
    pane_id: result["pane_id"],
    source: "recent_unwrapped",
    format: "text",
    text: "one\nready now\ntwo",
  });
});

test("a wait ends with the line that a program writes, and with what the terminal echoes", async () => {
  const pane = await answering("start");
  const written = wait(pane, "--match", "got it");
  await server.tmux("send-keys", "-t", pane, "it", "Enter");
  expect(lineOf(await written)).toBe("got it");
  const echoed = wait(pane, "--match", "halfway");
  await server.tmux("send-keys", "-t", pane, "halfway");
  expect(lineOf(await echoed)).toBe("halfway");
});

test("a wait sees every line of a pane that never stops writing", async () => {
  const pane = await server.pane(
    "sh",
    "-c",
    "i=0; while :; do i=$((i+1)); echo line $i; sleep 0.01; done",
  );
  const number = async () => Number(/line (\d+)$/.exec(await server.paneText(pane))?.[1] ?? 0);
  const now = await until("it writes", number);
  expect(lineOf(await wait(pane, `--match=line ${now + 60}`))).toBe(`line ${now + 60}`);
});

test("a regular expression is tried on each line alone, in Rust's dialect", async () => {
  const pane = await answering("alpha\\nbeta 12\\nend");
  expect(lineOf(await wait(pane, "--regex", "^beta \\d+$"))).toBe("beta 12");
  expect(lineOf(await wait(pane, "--regex=(?i)BETA\\s"))).toBe("beta 12");
  const across = failureOf(await wait(pane, "--regex", "alpha\\nbeta", "--timeout", "0"));
  expect(across.code).toBe("timeout");
});

test("a pattern that takes others for ever is answered at once", async () => {
  const pane = await answering(`${"a".repeat(39)}!`);
  const start = performance.now();
  const ran = await wait(pane, "--regex", "^(a+)+(a|aa)*$", "--timeout=0");
  expect(failureOf(ran).code).toBe("timeout");
  expect(performance.now() - start).toBeLessThan(5000);
});

test("a wrong pattern is refused before anything is looked at", async () => {
  for (const pattern of ["(", "a{2,1}", "\\p{Nope}", "(?=a)"]) {
    expect(failureOf(await wait("%999", "--regex", pattern)).code).toBe("invalid_regex");
  }
});

test("a long line is searched as one, however many rows it takes", async () => {
  const pane = await answering(`${"x".repeat(35)}needle in the wrap`);
  expect(lineOf(await wait(pane, "--match=needle in"))).toBe(`${"x".repeat(35)}needle in the wrap`);
  const rows = failureOf(await wait(pane, "--match=needle in", "--source=visible", "--timeout=0"));
  expect(rows.code).toBe("timeout");
});

test("colours are given back where they are asked for, and are never in the way of a match", async () => {
  const pane = await answering("\\033[31mre\\033[1md\\033[0m alert");
  const result = resultOf(await wait(pane, "--match=red alert", "--raw"));
  expect(result["matched_line"]).toBe("red alert");
  expect(String(fieldsOf(result, "read")["text"])).toContain("\u001b[31mre");
});

test("a wait gives up after its time, and looks once for none", async () => {
  const pane = await answering("start");
  const start = performance.now();
  for (const [timeout, face, code] of [
    ["0", "taw", "timeout"],
    ["300", "taw", "timeout"],
    ["1", "herdr", "timeout"],
  ] as const) {
    const words = ["pane", "wait-output", pane, "--match", "never", "--timeout", timeout];
    expect(failureOf(await server.taw(`--face=${face}`, ...words)).code).toBe(code);
  }
  expect(performance.now() - start).toBeGreaterThan(300);
});

test("a pane that is not there, or that goes, ends the wait with its code", async () => {
  expect(failureOf(await wait("%999", "--match=x"))).toMatchObject({ code: "not_found" });
  const pane = await answering("start");
  const words = ["--face=herdr", "pane", "wait-output", pane, "--match=never"];
  const waiting = server.taw(...words);
  await server.tmux("kill-pane", "-t", pane);
  expect(failureOf(await waiting)).toMatchObject({ code: "pane_not_found", exit: 1 });
});

test("exactly one of text and pattern is wanted", async () => {
  expect((await wait("%0")).code).toBe(2);
  expect((await wait("%0", "--match=a", "--regex=b")).code).toBe(2);
});

test.if(process.platform === "linux")(
  "a program that writes to its terminal is heard",
  async () => {
    const pane = await answering("start");
    let writes = 0;
    using following = await followWrites(await server.format(pane, "#{pane_tty}"), () => {
      writes += 1;
    });
    expect(following).not.toBeNull();
    await server.tmux("send-keys", "-t", pane, "x", "Enter");
    await until("it is heard", () => writes);
    expect(await followWrites("/dev/pts/none", () => {})).toBeNull();
  },
);
