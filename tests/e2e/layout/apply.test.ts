import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseTabId } from "../../../src/core/ids.ts";
import type { Fields } from "../../../src/core/json.ts";
import { failureOf, fieldsOf, resultOf } from "../../support/answer.ts";
import { attachClient } from "../../support/client.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

let server: TmuxServer;
beforeAll(async () => {
  server = await tmuxServer();
  // tmux 3.2 forgets the size that a session was made with.
  await server.tmux("resize-window", "-t", "%0", "-x", "120", "-y", "40");
  await server.tmux("set-option", "-wu", "-t", "%0", "window-size");
  await server.tmux("set-option", "-g", "default-size", "120x40");
  await server.tmux("set-option", "-g", "pane-base-index", "1");
});
afterAll(() => server.close());

const HOSTILE = [
  "a b",
  "x#{pid}",
  "#(touch PWNED)",
  "$(touch PWNED)",
  "`touch PWNED`",
  "';touch PWNED;'",
  'dq"x',
  "semi;",
  "-lead",
  "~",
  "日本",
];

const pane = (fields: Fields = {}) => ({ type: "pane", command: ["cat"], ...fields });
const split = (direction: string, ratio: number, first: unknown, second: unknown) => ({
  type: "split",
  direction,
  ratio,
  first,
  second,
});

const apply = (root: unknown, ...words: string[]) =>
  server.taw("layout", "apply", JSON.stringify(root), ...words);

const layoutOf = async (ran: ReturnType<typeof apply>) => fieldsOf(resultOf(await ran), "layout");

/** `w1:t3` → `@2`. */
const tabIn = (layout: Fields) => parseTabId(String(layout["tab_id"])) ?? "";

const rows = async (target: string, format: string) =>
  (await server.tmux("list-panes", "-t", target, "-F", format)).split("\n");

const tabs = async () =>
  (await server.tmux("list-windows", "-t", "main", "-F", "#{window_id}")).split("\n");

const touched = () => existsSync(join(server.box.home, "PWNED"));

test("a tree becomes a tab at the end: panes in its order, each with its share, folder, program and label", async () => {
  const before = await tabs();
  const layout = await layoutOf(
    apply(
      split(
        "right",
        0.25,
        pane({ label: "left", cwd: "/usr/lib" }),
        split("down", 0.5, pane(), pane({ command: ["sleep", "1000"], label: "last" })),
      ),
      "--tab-label",
      "made here",
    ),
  );
  const tab = tabIn(layout);
  expect(await tabs()).toEqual([...before, tab]);
  const format = "#{pane_left} #{pane_top} #{pane_width} #{pane_height} #{@agent_label}";
  expect(await rows(tab, format)).toEqual(["0 0 30 40 left", "31 0 89 20 ", "31 21 89 19 last"]);
  expect(await rows(tab, "#{pane_start_command} #{pane_index} #{pane_active}")).toEqual([
    "cat 1 1",
    "cat 2 0",
    "sleep 1000 3 0",
  ]);
  expect((await rows(tab, "#{pane_current_path}"))[0]).toBe("/usr/lib");
  expect(await server.format(tab, "#{window_name} #{window_active}")).toBe("made here 0");
  expect(await server.tmux("show-options", "-w", "-t", tab)).toBe("automatic-rename off");
  expect(layout).toMatchObject({
    workspace_id: "w1",
    zoomed: false,
    root: {
      type: "split",
      direction: "right",
      ratio: 0.25210086,
      first: { type: "pane", label: "left", cwd: "/usr/lib", command: ["cat"] },
      second: { direction: "down", second: { label: "last", command: ["sleep", "1000"] } },
    },
  });
});

test("every pane gets its own variables, and hostile text is data wherever it stands", async () => {
  const folders = HOSTILE.map((name) => join(server.box.home, name));
  for (const folder of folders) mkdirSync(folder, { recursive: true });
  for (const [at, text] of HOSTILE.entries()) {
    const command = ["sh", "-c", 'printf "%s|" "$GIVEN" "$@"; exec cat', "sh", text, "", text];
    const one = pane({ label: text, cwd: folders[at], command, env: { GIVEN: text } });
    const layout = await layoutOf(
      apply(split("down", 0.5, one, pane({ env: { GIVEN: "other" } })), "--tab-label", text),
    );
    const tab = tabIn(layout);
    const [first = ""] = await rows(tab, "#{pane_id}");
    const shown = await until(
      `the words of ${text} are printed`,
      () => server.paneText(first),
      (screen) => screen.endsWith("|"),
    );
    expect(shown).toBe(`${text}|${text}||${text}|`);
    expect(await server.format(first, "#{pane_current_path}")).toBe(folders[at] ?? "");
    expect(await server.format(first, "#{@agent_label}")).toBe(text);
    expect(await server.format(tab, "#{window_name}")).toBe(text);
    expect(fieldsOf(fieldsOf(layout, "root"), "first")).toMatchObject({
      label: text,
      cwd: folders[at],
      command,
    });
    await server.tmux("kill-window", "-t", tab);
  }
  expect(touched()).toBe(false);
});

test("a pane has the PATH that it is given, with a program and with a plain shell", async () => {
  const path = `${server.box.home}/a b:/usr/bin:/bin`;
  const given = { env: { PATH: path } };
  const shown = { ...pane({ command: ["sh", "-c", 'printf "<%s>" "$PATH"; exec cat'] }), ...given };
  const root = split("down", 0.5, shown, { type: "pane", ...given });
  const tab = tabIn(await layoutOf(apply(root)));
  const [first = "", second = ""] = await rows(tab, "#{pane_id}");
  await server.tmux("send-keys", "-t", second, "-l", 'printf "<%s>" "$PATH"\n');
  for (const id of [first, second]) {
    await until(
      "its PATH is shown",
      () => server.paneText(id),
      (screen) => screen.includes(`<${path}>`),
    );
  }
  await server.tmux("kill-window", "-t", tab);
});

test("a single word is a program's name, not a line for a shell", async () => {
  const program = join(server.box.home, "my prog;$x");
  await Bun.write(program, "#!/bin/sh\nprintf here; exec cat\n");
  Bun.spawnSync(["chmod", "+x", program]);
  const layout = await layoutOf(apply(pane({ command: [program] })));
  await until(
    "it runs",
    () => server.paneText(tabIn(layout)),
    (screen) => screen === "here",
  );
  await server.tmux("kill-window", "-t", tabIn(layout));
});

test("a replaced tab closes once the new one is there, which stands in its place and keeps a label that was given", async () => {
  const old = await server.tmux(
    "new-window",
    "-P",
    "-F",
    "#{window_id}",
    "-n",
    "kept;#{pid}",
    "cat",
  );
  await server.tmux("rename-window", "-t", old, "kept");
  const place = (await tabs()).indexOf(old);
  const last = await server.tmux("new-window", "-d", "-P", "-F", "#{window_id}", "cat");
  const first = tabIn(await layoutOf(apply(split("right", 0.5, pane(), pane()), "--tab", old)));
  expect(await tabs()).not.toContain(old);
  expect((await tabs()).indexOf(first)).toBe(place);
  expect(await server.format(first, "#{window_name} #{window_active} #{window_panes}")).toBe(
    "kept 1 2",
  );
  await server.tmux("select-window", "-t", last);
  const second = tabIn(await layoutOf(apply(pane(), "--tab", first, "--tab-label", "new")));
  expect((await tabs()).indexOf(second)).toBe(place);
  expect(await server.format(second, "#{window_name} #{window_active}")).toBe("new 0");
  await server.tmux("kill-window", "-t", last);
  await server.tmux("kill-window", "-t", second);
});

test("a person who looks at the replaced tab looks at the new one, and one who is asked for comes to it", async () => {
  await using own = await tmuxServer();
  await using _person = await attachClient(own);
  await own.tmux("new-window", "-d", "cat");
  const looksAt = () => own.tmux("list-clients", "-F", "#{session_name} #{window_id}");
  const applied = async (...words: string[]) => {
    const ran = await own.taw("layout", "apply", JSON.stringify(pane()), ...words);
    return tabIn(fieldsOf(resultOf(ran), "layout"));
  };
  expect(await looksAt()).toBe("main @0");
  const first = await applied("--tab", "@0");
  expect(await looksAt()).toBe(`main ${first}`);
  await applied("--tab", "@1");
  await applied();
  expect(await looksAt()).toBe(`main ${first}`);
  await own.tmux("new-session", "-d", "-s", "other", "cat");
  const there = await applied("--workspace", "$1", "--focus");
  expect(await looksAt()).toBe(`other ${there}`);
});

test("layouts applied at the same moment are all made, each in a tab of its own", async () => {
  await using own = await tmuxServer();
  const root = split("down", 0.5, pane(), split("right", 0.5, pane(), pane()));
  const many = Array.from({ length: 5 }, () => own.taw("layout", "apply", JSON.stringify(root)));
  for (const ran of await Promise.all(many)) expect(ran.code).toBe(0);
  const counts = await own.tmux("list-windows", "-F", "#{window_panes}");
  expect(counts.split("\n").toSorted()).toEqual(["1", "3", "3", "3", "3", "3"]);
});

test("whoever shows the replaced tab shows the new one, and no workspace closes with the old", async () => {
  const old = await server.tmux("new-window", "-d", "-P", "-F", "#{window_id}", "cat");
  await server.tmux("new-session", "-d", "-s", "only", "cat");
  await server.tmux("link-window", "-k", "-s", old, "-t", "=only:0");
  await server.tmux("new-session", "-d", "-s", "also", "cat");
  await server.tmux("link-window", "-d", "-s", old, "-t", "=also:7");
  await server.tmux("new-session", "-d", "-s", "grouped", "-t", "=also");
  await server.tmux("new-session", "-d", "-s", "near", "-t", "=main");
  const tab = tabIn(await layoutOf(apply(split("down", 0.5, pane(), pane()), "--tab", old)));
  const format = "#{session_name}:#{window_index}:#{window_active}:#{window_panes}";
  const shown = await server.tmux(
    "list-windows",
    "-a",
    "-f",
    `#{==:#{window_id},${tab}}`,
    "-F",
    format,
  );
  expect(shown.split("\n").map((row) => row.replace(/^(main|near):\d+/, "$1"))).toEqual([
    "also:7:0:2",
    "grouped:7:0:2",
    "main:0:2",
    "near:0:2",
    "only:0:1:2",
  ]);
  expect(await server.tmux("list-windows", "-a", "-F", "#{window_id}")).not.toContain(`${old}\n`);
  for (const name of ["only", "also", "grouped", "near"]) {
    await server.tmux("kill-session", "-t", `=${name}`);
  }
  await server.tmux("kill-window", "-t", tab);
});

test("where tmux numbers tabs anew when one closes, the new tab stays", async () => {
  await using own = await tmuxServer({ conf: "set -g renumber-windows on" });
  await own.tmux("new-window", "-d", "-t", "main:5", "cat");
  const ran = await own.taw("layout", "apply", "--tab", "@1", JSON.stringify(pane()));
  expect(tabIn(fieldsOf(resultOf(ran), "layout"))).toBe("@2");
  expect(await own.tmux("list-windows", "-F", "#{window_id} #{window_index}")).toBe("@0 0\n@2 1");
  expect(await own.tmux("show-options", "-wqv", "-t", "@2", "@agent_wizard_layout")).toBe("");
});

test("a tab that nobody named is replaced by one that nobody named", async () => {
  const old = await server.tmux("new-window", "-d", "-P", "-F", "#{window_id}", "cat");
  const tab = tabIn(await layoutOf(apply(pane(), "--tab", old)));
  expect(await server.format(tab, "#{automatic-rename}")).toBe("1");
  await server.tmux("kill-window", "-t", tab);
});

test("the new tab comes to the front when that is asked for", async () => {
  const [home = ""] = await tabs();
  await server.tmux("select-window", "-t", home);
  const behind = tabIn(await layoutOf(apply(pane())));
  expect(await server.format(behind, "#{window_active}")).toBe("0");
  const front = tabIn(await layoutOf(apply(pane(), "--focus")));
  expect(await server.format(front, "#{window_active}")).toBe("1");
  for (const tab of [behind, front]) await server.tmux("kill-window", "-t", tab);
});

test("the tab is made in the workspace that is named, and splits to the size it gets there", async () => {
  await server.tmux("new-session", "-d", "-s", "wide", "-x", "200", "-y", "50", "cat");
  await server.tmux("resize-window", "-t", "=wide:", "-x", "300", "-y", "60");
  const workspace = await server.tmux("display-message", "-p", "-t", "=wide:", "#{session_id}");
  const row = split("right", 0.5, split("right", 0.5, pane(), pane()), pane());
  const layout = await layoutOf(apply(row, "--workspace", workspace));
  const tab = tabIn(layout);
  expect(await server.format(tab, "#{session_name}")).toBe("wide");
  expect(await server.format(tab, "#{window_width}")).not.toBe("300");
  const [first = 0, second = 0, third = 0] = (await rows(tab, "#{pane_width}")).map(Number);
  expect(Math.abs(first - second)).toBeLessThanOrEqual(1);
  expect(Math.abs(first + 1 + second - third)).toBeLessThanOrEqual(1);
  await server.tmux("kill-session", "-t", "=wide");
});

test("a file holds the tree as well", async () => {
  const file = join(server.box.home, "tree.json");
  await Bun.write(file, JSON.stringify(split("down", 0.5, pane(), pane())));
  const layout = await layoutOf(server.taw("layout", "apply", "--file", file));
  expect(await rows(tabIn(layout), "#{pane_index}")).toEqual(["1", "2"]);
  await server.tmux("kill-window", "-t", tabIn(layout));
  const missing = await server.taw("layout", "apply", "--file", `${file}.gone`);
  expect(failureOf(missing)).toMatchObject({ code: "not_found", exit: 1 });
});

/** The same on both faces: exit 1, and nothing made. */
async function refuses(root: unknown, words: string[], taw: string, herdr: string) {
  const before = await server.tmux("list-panes", "-a", "-F", "#{pane_id} #{window_layout}");
  const json = typeof root === "string" ? root : JSON.stringify(root);
  const answers = [
    failureOf(await server.taw("layout", "apply", json, ...words)),
    failureOf(await server.taw("--face=herdr", "layout", "apply", json, ...words)),
  ];
  expect(answers.map(({ code, exit }) => [code, exit])).toEqual([
    [taw, 1],
    [herdr, 1],
  ]);
  expect(await server.tmux("list-panes", "-a", "-F", "#{pane_id} #{window_layout}")).toBe(before);
  return answers[0]?.message ?? "";
}

test("what cannot be made is refused before anything is made", async () => {
  const invalid = ["invalid_argument", "invalid_layout"] as const;
  await refuses("{", [], ...invalid);
  await refuses({ type: "tab" }, [], ...invalid);
  await refuses(split("right", 0.5, pane(), { type: "pane", command: [] }), [], ...invalid);
  await refuses(split("right", 0.5, pane(), pane({ cwd: "/no/such" })), [], ...invalid);
  await refuses(pane({ env: { "A=": "x" } }), [], "invalid_argument", "invalid_env");
  const row = (panes: number): unknown =>
    panes === 1
      ? pane()
      : split("down", 0.5, row(Math.floor(panes / 2)), row(Math.ceil(panes / 2)));
  expect(await refuses(row(22), [], ...invalid)).toContain(
    "needs 1×43 cells and the tab has 120×40",
  );
  await refuses(pane(), ["--tab", "w1:t99"], "not_found", "tab_not_found");
  await refuses(pane(), ["--workspace", "w99"], "not_found", "workspace_not_found");
  const both = ["--tab", "@0", "--workspace", "$0"];
  await refuses(pane(), both, "invalid_argument", "invalid_target");
  await refuses(pane(), ["--tab-label", "a\tb"], "invalid_argument", "invalid_params");
});

test("no tree, and two words on the focus, are usage errors", async () => {
  for (const words of [[], ["{}", "--focus", "--no-focus"]]) {
    expect((await server.taw("layout", "apply", ...words)).code).toBe(2);
  }
});

test("a failure in the middle takes away what was made, and the tab that was to be replaced stays", async () => {
  const before = await server.tmux("list-panes", "-a", "-F", "#{pane_id} #{window_layout}");
  const root = split("right", 0.5, pane(), split("down", 0.5, pane(), pane()));
  // The first split closes its own pane, so that tmux does not find the next one to split.
  await server.tmux("set-hook", "-g", "after-split-window", "kill-pane");
  for (const words of [[], ["--tab", "@0"]]) {
    const failed = failureOf(await apply(root, ...words));
    expect(failed).toMatchObject({ code: "tmux_error", exit: 1 });
    expect(failed.message).toStartWith("the layout was not applied, and nothing of it is left: ");
  }
  const herdr = await server.taw("--face=herdr", "layout", "apply", JSON.stringify(root));
  expect(failureOf(herdr).code).toBe("layout_apply_failed");
  await server.tmux("set-hook", "-gu", "after-split-window");
  expect(await server.tmux("list-panes", "-a", "-F", "#{pane_id} #{window_layout}")).toBe(before);
});

test("a tab that turns out too small for the tree is taken away again", async () => {
  const before = await tabs();
  await server.tmux("set-hook", "-g", "after-new-window", "resize-window -x 20 -y 3");
  const failed = failureOf(
    await apply(split("down", 0.5, pane(), split("down", 0.5, pane(), pane()))),
  );
  await server.tmux("set-hook", "-gu", "after-new-window");
  expect(failed.message).toContain("needs 1×5 cells and the tab has 20×3");
  expect(await tabs()).toEqual(before);
});
