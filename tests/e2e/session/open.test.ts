import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { failureOf, resultOf } from "../../support/answer.ts";
import { attachClient } from "../../support/client.ts";
import { programSandbox } from "../../support/sandbox.ts";
import type { Sandbox } from "../../support/sandbox.ts";
import { onTerminal } from "../../support/terminal.ts";
import { bin, run, taw } from "../../support/taw.ts";
import { isAlive, tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

/** Programs of the test stand in front of the machine's own on PATH. */
let box: Sandbox;
let server: TmuxServer;

beforeEach(async () => {
  box = programSandbox();
  server = await tmuxServer({ box });
});

afterEach(async () => {
  await server.close();
  await box.close();
});

function folder(...parts: string[]): string {
  const path = join(box.home, ...parts);
  mkdirSync(path, { recursive: true });
  return path;
}

async function program(path: string, body: string): Promise<string> {
  await Bun.write(path, `#!/bin/sh\n${body}\n`);
  Bun.spawnSync(["chmod", "+x", path]);
  return path;
}

/** A zoxide that knows one folder by a term, and writes down what it is told. */
const zoxide = (term: string, found: string) =>
  program(
    join(box.root, "bin/zoxide"),
    `echo "$@" >> "$HOME/zoxide.log"\n[ "$1 $2 $3" = "query -- ${term}" ] && echo '${found}' && exit 0\n[ "$1" = add ] && exit 0\nexit 1`,
  );

const logOf = (name: string): string =>
  existsSync(join(box.home, name)) ? readFileSync(join(box.home, name), "utf8") : "";

const config = (toml: string) =>
  Bun.write(join(box.home, ".config/tmux-agent-wizard/config.toml"), `[sessions]\n${toml}\n`);

const sessionOpen = (...words: string[]) => server.taw("session", "open", ...words);

const sessions = async () =>
  (await server.tmux("list-sessions", "-F", "#{session_name}\t#{session_path}"))
    .split("\n")
    .filter((row) => !row.startsWith("main\t"));

describe("naming", () => {
  test("a folder may be called as a verb is", async () => {
    folder("tab");
    expect(resultOf(await sessionOpen("tab"))).toMatchObject({ session: "tab", created: true });
  });

  test("a session is named after its folder, and there is one for each folder", async () => {
    const api = folder("work/api");
    expect(resultOf(await sessionOpen(api))).toEqual({
      type: "session_open",
      session: "api",
      created: true,
      collision: null,
      switched: false,
    });
    const again = resultOf(await sessionOpen(`${api}/../api/`));
    expect(again).toMatchObject({ session: "api", created: false, collision: null });
    symlinkSync(api, join(box.home, "link"));
    expect(resultOf(await sessionOpen("link"))).toMatchObject({ session: "api", created: false });
    expect(await sessions()).toEqual([`api\t${api}`]);
  });

  test("a name that is taken gets what is above the folder in front, and the answer says who has it", async () => {
    await sessionOpen(folder("work/api"));
    expect(resultOf(await sessionOpen(folder("oss/api")))).toMatchObject({
      session: "oss/api",
      created: true,
      collision: '"api" is taken by ~/work/api',
    });
    await server.tmux("rename-session", "-t", "=api", "--", "other");
    expect(resultOf(await sessionOpen(folder("oss/api")))).toMatchObject({
      session: "oss/api",
      created: false,
      collision: null,
    });
  });

  test("the config says how a session is named", async () => {
    await config('name = "full-path"');
    expect(resultOf(await sessionOpen(folder("a/b.c")))["session"]).toBe("~/a/b_c");
    await config('name = "short-path"');
    expect(resultOf(await sessionOpen(folder("work/client/d")))["session"]).toBe("~/w/c/d");
  });

  test("a session called api-server is not taken for api", async () => {
    await sessionOpen(folder("api-server"));
    expect(resultOf(await sessionOpen(folder("api")))).toMatchObject({
      session: "api",
      created: true,
      collision: null,
    });
  });

  test.each([
    "a b",
    "x#{pid}",
    "#(touch PWNED)",
    "$(touch PWNED)",
    "';touch PWNED;'",
    "semi;",
    "-lead",
    "=lead",
    "日本",
  ])("a folder called %s is data, opened as it is", async (name) => {
    const path = folder("deep", name);
    expect(resultOf(await sessionOpen(path))).toMatchObject({ session: name, created: true });
    expect(await sessions()).toEqual([`${name}\t${path}`]);
    expect(existsSync(join(box.home, "PWNED"))).toBe(false);
    expect(resultOf(await sessionOpen(path))).toMatchObject({ session: name, created: false });
  });

  test("what is no folder, or can name no session, is refused", async () => {
    const none = failureOf(await sessionOpen(join(box.home, "none")));
    expect(none).toMatchObject({ code: "not_found", exit: 1 });
    const newline = failureOf(await sessionOpen(folder("new\nline")));
    expect(newline).toMatchObject({ code: "invalid_argument", exit: 1 });
    expect(await sessions()).toEqual([]);
  });

  test("where no tmux server runs, one is started", async () => {
    const path = folder("first");
    const options = { env: box.env, cwd: box.home };
    const name = `${server.name}-new`;
    const ran = await taw(["-L", name, "session", "open", path], options);
    await run(["tmux", "-L", name, "kill-server"], options);
    expect(resultOf(ran)).toMatchObject({ session: "first", created: true, switched: false });
  });
});

describe("the client", () => {
  test("a person who is attached is brought there", async () => {
    await using _person = await attachClient(server);
    expect(resultOf(await sessionOpen(folder("api")))["switched"]).toBe(true);
    expect(await server.tmux("list-clients", "-F", "#{session_name}")).toBe("api");
    await server.tmux("switch-client", "-t", "=main");
    expect(resultOf(await sessionOpen(folder("api")))).toMatchObject({
      created: false,
      switched: true,
    });
    expect(await server.tmux("list-clients", "-F", "#{session_name}")).toBe("api");
  });
});

describe("hooks", () => {
  test("both run with the session's name and its folder, around the creation and never without one", async () => {
    const log = await program(
      join(box.home, "hook"),
      `echo "$1|$2|$3|$(tmux -L ${server.name} list-sessions | wc -l | tr -d ' ')" >> "$HOME/hooks.log"`,
    );
    await config(`pre_create_hook = "${log} pre"\npost_create_hook = "~/hook post"`);
    const path = folder("my $(id) dir");
    await sessionOpen(path);
    const lines = [`pre|my $(id) dir|${path}|1`, `post|my $(id) dir|${path}|2`, ""];
    expect(logOf("hooks.log").split("\n")).toEqual(lines);
    await sessionOpen(path);
    expect(logOf("hooks.log").split("\n")).toEqual(lines);
  });

  test("a create hook has its caller's own variables, and none of the launcher's", async () => {
    await program(join(box.home, "hook"), 'env > "$HOME/env.log"');
    await config('pre_create_hook = "~/hook"');
    const env = { ...server.box.env, NODE_ENV: "development", BUN_OPTIONS: "--smol" };
    expect((await taw(["-L", server.name, "session", "open", folder("api")], { env })).code).toBe(
      0,
    );
    const given = logOf("env.log").split("\n");
    expect(
      given.filter((line) => /^(NODE_ENV|BUN_|TAW_(KEPT|LEAN|CWD))/.test(line)).toSorted(),
    ).toEqual(["BUN_OPTIONS=--smol", "NODE_ENV=development"]);
  });

  test("a pre-create hook that ends badly refuses: nothing is created, nor switched to", async () => {
    await using _person = await attachClient(server);
    await program(join(box.home, "refuse"), 'echo "not $1" >&2; exit 3');
    await config('pre_create_hook = "~/refuse"');
    const refused = failureOf(await sessionOpen(folder("api")));
    expect(refused).toMatchObject({ code: "hook_refused", exit: 1 });
    expect(refused.message).toBe('the pre_create_hook "~/refuse" ended with 3: not api');
    expect(await sessions()).toEqual([]);
    expect(await server.tmux("list-clients", "-F", "#{session_name}")).toBe("main");
  });

  test("what it said is one line for a person, and does nothing to the terminal", async () => {
    await program(
      join(box.home, "refuse"),
      `printf 'no \\033[31mroom\\nfor %s\\n' "$1" >&2; exit 1`,
    );
    await config('pre_create_hook = "~/refuse"');
    folder("api");
    const script = `${bin} open ~/api 2>"$HOME/said"; echo "<$?>"; exec cat`;
    await server.tmux("respawn-pane", "-k", "-t", "%0", "sh", "-c", script);
    await until(
      "it has ended",
      () => server.paneText("%0"),
      (screen) => screen === "<1>",
    );
    expect(logOf("said")).toBe(
      'taw open: the pre_create_hook "~/refuse" ended with 1: no [31mroom | for api\n',
    );
  });

  test("a pane that may not open sessions runs no hook", async () => {
    await program(join(box.home, "hook"), 'touch "$HOME/ran"');
    await config('pre_create_hook = "~/hook"');
    await server.tmux("set-option", "-s", "@agent_wizard_grants", "strict");
    folder("api");
    const script = `${bin} session open ~/api 2>"$HOME/said"; echo "<$?>"; exec cat`;
    await server.tmux("respawn-pane", "-k", "-t", "%0", "sh", "-c", script);
    await until(
      "it has ended",
      () => server.paneText("%0"),
      (screen) => screen === "<1>",
    );
    expect(logOf("said")).toContain('"code":"forbidden"');
    expect(existsSync(join(box.home, "ran"))).toBe(false);
    expect(await sessions()).toEqual([]);
  });

  test("the last 16 KiB of what it said are kept", async () => {
    await program(
      join(box.home, "talk"),
      `i=0; while [ $i -lt 3000 ]; do echo "line $i of many" >&2; i=$((i+1)); done; exit 1`,
    );
    await config('pre_create_hook = "~/talk"');
    const { message } = failureOf(await sessionOpen(folder("api")));
    expect(message).toEndWith("line 2999 of many");
    expect(message).not.toContain("line 10 of many");
    expect(Buffer.byteLength(message)).toBeLessThan(17_000);
  });

  test("one that runs too long is stopped, with all that it started, and refuses", async () => {
    await program(join(box.home, "slow"), 'sleep 300 & echo $! > "$HOME/child"; wait');
    await config('pre_create_hook = "~/slow"\nhook_timeout_seconds = 0.3');
    const refused = failureOf(await sessionOpen(folder("api")));
    expect(refused.code).toBe("hook_refused");
    expect(refused.message).toBe('the pre_create_hook "~/slow" took longer than 0.3 s');
    await until("its child has gone", () => !isAlive(Number(logOf("child"))));
    expect(await sessions()).toEqual([]);
  });

  test("what a hook leaves running behind it is not waited for", async () => {
    await program(join(box.home, "leaves"), 'sleep 20 & echo $! > "$HOME/child"');
    await config('pre_create_hook = "~/leaves"');
    const begun = performance.now();
    expect((await sessionOpen(folder("api"))).code).toBe(0);
    expect(performance.now() - begun).toBeLessThan(8000);
    process.kill(Number(logOf("child")));
  });

  test("a post-create hook that fails is told of, and the session stays", async () => {
    await config('post_create_hook = "false"');
    const ran = await sessionOpen(folder("api"));
    expect(resultOf(ran)).toMatchObject({ session: "api", created: true });
    expect(ran.stderr).toBe(
      'taw: the session is open, but the post_create_hook "false" ended with 1\n',
    );
  });
});

describe("zoxide", () => {
  test("it is told what was opened, unless the config says no", async () => {
    await zoxide("none", "/");
    const path = folder("api");
    await sessionOpen(path);
    expect(logOf("zoxide.log")).toBe(`add -- ${path}\n`);
    await config("zoxide = false");
    await sessionOpen(path);
    expect(logOf("zoxide.log")).toBe(`add -- ${path}\n`);
  });

  test("taw open asks it for a term, whatever the config says", async () => {
    const path = folder("work/api");
    await zoxide("ap", path);
    await config("zoxide = false");
    const ran = await server.taw("open", "ap", "--json");
    expect(ran.json).toEqual({
      id: "cli:open",
      result: {
        type: "session_open",
        session: "api",
        created: true,
        collision: null,
        switched: false,
      },
    });
  });

  test("several terms go to it together", async () => {
    const path = folder("work/api");
    await program(
      join(box.root, "bin/zoxide"),
      `[ "$*" = "query -- wo ap" ] && echo '${path}' || exit 1`,
    );
    expect(resultOf(await server.taw("open", "wo", "ap", "--json"))["session"]).toBe("api");
  });
});

const open = (words: string[], cwd = box.home) =>
  taw(["-L", server.name, "open", ...words], { env: box.env, cwd });

describe("taw open", () => {
  test("a path from the root, from ~ and from here, and a folder's name here", async () => {
    folder("work/api");
    for (const word of [
      join(box.home, "work/api"),
      "~/work/api",
      "work/api",
      "./work/../work/api",
    ]) {
      expect(resultOf(await open([word, "--json"]))["session"]).toBe("api");
    }
    const inside = await open(["api", "--json"], join(box.home, "work"));
    expect(resultOf(inside)).toMatchObject({ session: "api", created: false });
  });

  test("a folder of that name in project_dirs", async () => {
    const path = folder("projects/tool");
    await config('project_dirs = ["~/elsewhere", "~/projects"]');
    expect(resultOf(await open(["tool", "--json"]))["session"]).toBe("tool");
    expect(await sessions()).toEqual([`tool\t${path}`]);
  });

  test("what nothing matches is not_found in JSON, and one line for a person", async () => {
    expect(failureOf(await open(["nowhere", "--json"]))).toMatchObject({
      code: "not_found",
      exit: 1,
    });
    await using person = onTerminal([bin, "-L", server.name, "open", "nowhere"], {
      env: box.env,
      cwd: box.home,
    });
    expect(await person.ended).toBe(1);
    expect(Bun.stripANSI(person.output).trim()).toBe(
      'taw open: no folder and no zoxide entry matches "nowhere": give a path from the root or from ~',
    );
  });

  test("without a terminal to attach it makes nothing and says what to do", async () => {
    folder("api");
    const ran = await open(["api"]);
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([
      2,
      "",
      "taw open: this is not a terminal, use --json to open without attaching\n",
    ]);
    expect(await sessions()).toEqual([]);
  });

  test("without terms it is refused, in JSON as an invalid argument", async () => {
    const ran = await open([]);
    expect([ran.code, ran.stderr.split("\n").length]).toEqual([2, 2]);
    expect(failureOf(await open(["--json"])).code).toBe("invalid_argument");
  });

  test("a relative path in a folder that is gone is refused; one from ~, and a term, are not", async () => {
    folder("api");
    await zoxide("ap", join(box.home, "api"));
    const gone = async (...words: string[]) => {
      const there = folder("gone");
      const script = `rmdir "$PWD" && exec "$@"`;
      const argv = ["sh", "-c", script, "sh", bin, "-L", server.name, "open", ...words];
      const { code, stdout, stderr } = await run(argv, { env: box.env, cwd: there });
      // The shell that starts taw says so too.
      return { code, stdout, stderr: stderr.replace(/^sh: .*getcwd.*\n/gm, ""), json: null };
    };
    const refused = failureOf(await gone("some/path", "--json"));
    expect(refused).toMatchObject({ code: "invalid_argument", exit: 1 });
    expect(refused.message).toContain("the current directory cannot be read");
    for (const word of ["~/api", "ap"]) {
      expect((await gone(word, "--json")).stdout).toContain('"session":"api"');
    }
    const there = folder("gone");
    await using person = onTerminal(
      ["sh", "-c", `rmdir "$PWD" && exec "$@"`, "sh", bin, "-L", server.name, "open", "./x"],
      { env: box.env, cwd: there },
    );
    expect(await person.ended).toBe(2);
    expect(Bun.stripANSI(person.output)).toContain(
      "taw open: the current directory cannot be read",
    );
  });

  test("a terminal outside tmux is attached until the person detaches", async () => {
    folder("api");
    await using person = onTerminal([bin, "-L", server.name, "open", "api"], {
      env: box.env,
      cwd: box.home,
    });
    const shown = () => server.tmux("list-clients", "-F", "#{session_name}");
    await until("the terminal is a client", shown, (name) => name === "api");
    await server.tmux("detach-client", "-s", "=api");
    expect(await person.ended).toBe(0);
  });

  test("inside tmux it prints nothing and brings the client there", async () => {
    folder("api");
    await using _person = await attachClient(server);
    await server.tmux(
      "respawn-pane",
      "-k",
      "-t",
      "%0",
      "sh",
      "-c",
      `${bin} open ~/api; echo "<$?>"; exec cat`,
    );
    await until(
      "the client is there",
      () => server.tmux("list-clients", "-F", "#{session_name}"),
      (name) => name === "api",
    );
    await until(
      "it has ended",
      () => server.paneText("%0"),
      (screen) => screen === "<0>",
    );
  });
});
