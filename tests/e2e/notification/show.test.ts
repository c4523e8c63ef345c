import { afterEach, beforeEach, expect, test } from "bun:test";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { failureOf, resultOf } from "../../support/answer.ts";
import { attachClient } from "../../support/client.ts";
import { paneShell } from "../../support/pane-shell.ts";
import { HOSTILE_NAMES, wasRun } from "../../support/spaces.ts";
import { taw } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
beforeEach(async () => {
  server = await tmuxServer();
});
afterEach(() => server.close());

const configured = async (toml: string) => {
  const folder = join(server.box.env["XDG_CONFIG_HOME"] ?? "", "tmux-agent-wizard");
  mkdirSync(folder, { recursive: true });
  await Bun.write(join(folder, "config.toml"), toml);
};

const show = (...words: string[]) => server.taw("notification", "show", ...words);

/** Lets the next notification be shown at once. */
const later = () => server.tmux("set-option", "-su", "@agent_wizard_notified");

test("without a delivery nothing is shown, and the answer says so", async () => {
  await using _person = await attachClient(server);
  expect(resultOf(await show("Build done"))).toEqual({
    type: "notification_show",
    shown: false,
    reason: "disabled",
  });
});

test("with nobody attached nothing is shown, a program's client being nobody", async () => {
  await configured('[ui.toast]\ndelivery = "herdr"\n');
  const control = Bun.spawn(["tmux", "-L", server.name, "-C", "attach"], {
    env: { ...server.box.env },
    stdin: "pipe",
    stdout: "ignore",
  });
  await until("it is attached", () => server.tmux("list-clients"));
  expect(resultOf(await show("Build done"))).toMatchObject({ reason: "no_foreground_client" });
  control.kill();
  await control.exited;
});

test("herdr's own delivery is tmux's message line, where every text stands as it is", async () => {
  await configured("[ui.toast]\nenabled = true\n");
  await using person = await attachClient(server, { columns: 200 });
  const texts = [...HOSTILE_NAMES, "100% at %H:%M", "#{session_name} ##x ###y####[z] #h #"];
  for (const text of texts) {
    await later();
    const ran = await show("Said", `--body=${text}`);
    expect(resultOf(ran)).toEqual({ type: "notification_show", shown: true, reason: "shown" });
    await until(`${text} is shown`, () => person.drawn().includes(`Said: ${text}`));
  }
  expect(wasRun(server)).toBe(false);
});

test("a second one within the second is not shown, on either face", async () => {
  await configured('[ui.toast]\ndelivery = "herdr"\n');
  await using person = await attachClient(server);
  const answers = await Promise.all(["one", "two", "three"].map((title) => show(title)));
  const reasons = answers.map((ran) => resultOf(ran)["reason"]);
  expect(reasons.toSorted()).toEqual(["rate_limited", "rate_limited", "shown"]);
  await until("a second has passed", async () => resultOf(await show("four"))["shown"] === true);
  await until("the fourth is drawn", () => person.drawn().includes("four"));
  await server.tmux("set-option", "-s", "@agent_wizard_notified", "9999999999999");
  expect(resultOf(await show("the clock was set back"))).toMatchObject({ reason: "shown" });
});

test("a pane shows one to the person wherever they are, as long as it may read", async () => {
  await configured('[ui.toast]\ndelivery = "herdr"\n');
  await server.tmux("new-session", "-d", "-s", "elsewhere", "cat");
  await using person = await attachClient(server, { session: "elsewhere" });
  const inside = await paneShell(server);
  expect(resultOf(await inside.run("taw notification show 'from inside'"))).toMatchObject({
    reason: "shown",
  });
  await until("it is drawn", () => person.drawn().includes("from inside"));
  await server.taw("grants", "set", inside.id, "none");
  const refused = await inside.run("taw notification show again");
  expect(failureOf(refused)).toMatchObject({ code: "forbidden" });
});

test("the terminal is asked by OSC 9, and rings where a sound is wanted", async () => {
  await configured('[ui.toast]\ndelivery = "terminal"\n');
  await using person = await attachClient(server);
  expect(
    resultOf(await show("Build", "--body", "all\ttests\n pass;", "--sound", "done")),
  ).toMatchObject({ shown: true });
  await until("it is asked", () =>
    person.drawn().includes("\u001b]9;Build: all tests pass;\u0007\u0007"),
  );
  await configured('[ui.toast]\ndelivery = "terminal"\n[ui.sound]\nenabled = false\n');
  await later();
  resultOf(await show("Quiet", "--sound", "request"));
  await until("it is asked", () => person.drawn().includes("\u001b]9;Quiet\u0007"));
  expect(person.drawn()).not.toContain("\u001b]9;Quiet\u0007\u0007");
});

test("the system's own program is given title and body as words", async () => {
  await configured('[ui.toast]\ndelivery = "system"\n');
  await using _person = await attachClient(server);
  const programs = join(server.box.root, "programs");
  mkdirSync(programs);
  for (const name of ["notify-send", "osascript"]) {
    await Bun.write(
      join(programs, name),
      `#!/bin/sh\nprintf '%s\\n' "$@" >'${server.box.root}/said'\n`,
    );
    chmodSync(join(programs, name), 0o755);
  }
  const env = { ...server.box.env, PATH: `${programs}:${server.box.env["PATH"]}` };
  const words = ["-L", server.name, "notification", "show", "--body", "$(touch PWNED)", "--", "-t"];
  expect(resultOf(await taw(words, { env, cwd: server.box.home }))).toMatchObject({ shown: true });
  const said = await Bun.file(join(server.box.root, "said")).text();
  expect(said.split("\n").slice(-3)).toEqual(["-t", "$(touch PWNED)", ""]);
});

test("long texts are cut at 80 and 240 characters, blanks collapsed", async () => {
  await configured('[ui.toast]\ndelivery = "terminal"\n');
  await using person = await attachClient(server);
  const [title, body] = ["x".repeat(300), `a  b ${"y".repeat(300)}`];
  resultOf(await show(title, "--body", body));
  const expected = `${"x".repeat(80)}: a b ${"y".repeat(236)}`;
  await until("it is asked", () => person.drawn().includes(`\u001b]9;${expected}\u0007`));
});

test("a blank title is refused in each face's code, other words are usage errors", async () => {
  for (const title of ["", "  ", "\n\t"]) {
    expect(failureOf(await show(title))).toMatchObject({ code: "invalid_argument", exit: 1 });
    const herdr = await server.taw("--face=herdr", "notification", "show", title);
    expect(failureOf(herdr)).toMatchObject({ code: "invalid_params" });
  }
  for (const words of [[], ["a", "b"], ["a", "--sound", "loud"], ["a", "--position", "middle"]])
    expect((await show(...words)).code).toBe(2);
});
