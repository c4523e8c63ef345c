import { expect, test } from "bun:test";
import { mkdirSync, readlinkSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { parseBindings } from "../../../src/tmux/bindings.ts";
import { isAtLeast, parseVersion } from "../../../src/tmux/version.ts";
import { attachClient } from "../../support/client.ts";
import { dump } from "../../support/dump.ts";
import { loadInto, recorder } from "../../support/loaded.ts";
import { root, run } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

/** A configuration with much of what a load could trample on (peers/cases.md 35). */
const USERS = `
set -g prefix2 C-a
set -g base-index 1
set -gw pane-base-index 1
set -gw remain-on-exit on
set -g detach-on-destroy off
set -g status off
set-hook -g after-split-window 'set -g @users-split 1'
set-hook -g 'after-split-window[100]' 'set -g @users-split-100 1'
set-hook -g 'window-linked[100]' 'set -g @users-linked 1'
bind-key a display-message mine
bind-key -n M-a display-message mine
set-environment -g PATH "/users own:/usr/bin::/bin"
`;

test("ten loads leave what one load leaves, and an unload leaves what none would", async () => {
  await using server = await tmuxServer({ conf: USERS });
  const piped = await server.pane();
  await server.tmux("pipe-pane", "-t", piped, "cat >/dev/null");
  await server.tmux("new-session", "-d", "-s", "grouped", "-t", "main");
  const before = await dump(server);
  const taw = recorder(server);

  await loadInto(server, taw.launcher);
  const once = await dump(server);
  expect(once).not.toBe(before);
  for (let times = 1; times < 10; times += 1) await loadInto(server, taw.launcher);
  expect(await dump(server)).toBe(once);

  expect((await server.taw("tmux", "unload")).code).toBe(0);
  expect(await dump(server)).toBe(before);
});

test("an unload where nothing is loaded, or any more, changes nothing: what is not taw's on the PATH stays", async () => {
  const socket = "set-environment -g HERDR_SOCKET_PATH /herdr.sock";
  await using server = await tmuxServer({ conf: `${USERS}\n${socket}` });
  const before = await dump(server);
  expect(await server.tmux("show-environment", "-g", "PATH")).toEndWith(":/bin");
  for (const words of [["unload"], ["load"], ["unload"], ["unload"]]) {
    expect((await server.taw("tmux", ...words)).code).toBe(0);
  }
  await until("every watcher has ended", async () => (await watchersOf(server)) === 0);
  expect(await dump(server)).toBe(before);
});

test("an unload leaves nothing of watchers that were only starting", async () => {
  await using server = await tmuxServer();
  for (let count = 0; count < 4; count += 1) await server.pane();
  const before = await dump(server);
  for (const _ of [1, 2, 3]) {
    await server.taw("tmux", "load");
    expect((await server.taw("tmux", "unload")).code).toBe(0);
    await until("every watcher has ended", async () => (await watchersOf(server)) === 0);
    expect(await dump(server)).toBe(before);
  }
});

/** How many processes read panes of the server. */
async function watchersOf(server: TmuxServer): Promise<number> {
  const { stdout } = await run(["ps", "-eo", "args="], { env: server.box.env });
  return stdout.split("\n").filter((line) => line.includes(` ${server.socketPath} `)).length;
}

test("a load puts the user's hooks, keys and pipes beside its own, and changes none", async () => {
  await using server = await tmuxServer({ conf: USERS });
  const piped = await server.pane();
  await server.tmux("pipe-pane", "-t", piped, `cat >>${server.box.root}/users-pipe`);
  const taw = recorder(server);
  const loaded = await loadInto(server, taw.launcher);
  expect(loaded.keys).toEqual([]);
  expect(loaded.takenKeys).toEqual(["a"]);
  expect(await boundTo(server, "a")).toEqual(["display-message mine"]);

  const made = await server.tmux("split-window", "-d", "-P", "-F", "#{pane_id}", "cat");
  expect(await server.tmux("show-options", "-gv", "@users-split")).toBe("1");
  expect(await server.tmux("show-options", "-gv", "@users-split-100")).toBe("1");
  await until("the new pane has a watcher", () =>
    taw.calls().some((call) => call.startsWith(`__watch ${made} `)),
  );
  expect(taw.calls().some((call) => call.startsWith(`__watch ${piped} `))).toBe(false);
  await server.tmux("send-keys", "-t", piped, "still mine", "Enter");
  await until("the user's pipe still reads", async () =>
    (await Bun.file(`${server.box.root}/users-pipe`).text()).includes("still mine"),
  );
});

test("a key of another spelling that the user has bound is not bound", async () => {
  await using server = await tmuxServer({
    conf: "bind-key C-y display-message mine\nset -g @agent-wizard-key '^y T'",
  });
  const loaded = await loadInto(server, recorder(server).launcher);
  expect(loaded).toMatchObject({ keys: ["T"], takenKeys: ["^y"] });
  expect(await boundTo(server, "C-y")).toEqual(["display-message mine"]);
  expect(await server.tmux("list-keys")).not.toContain("agent_wizard_spelling");
  await server.tmux("set-option", "-g", "@agent-wizard-key", "");
  expect(await loadInto(server, recorder(server).launcher)).toMatchObject({ keys: [] });
  expect(await server.tmux("list-keys")).not.toContain("agent_wizard");
});

/** What the key does after the prefix. */
const boundTo = async (server: TmuxServer, key: string): Promise<string[]> =>
  parseBindings(await server.tmux("list-keys"), "prefix")
    .filter((binding) => binding.key === key)
    .map(({ command }) => command);

test("the only key of the prefix table is the user's all the same", async () => {
  await using server = await tmuxServer({
    conf: "unbind-key -a -T prefix\nbind-key a display-message mine",
  });
  expect(await loadInto(server, recorder(server).launcher)).toMatchObject({ takenKeys: ["a"] });
  expect(await boundTo(server, "a")).toEqual(["display-message mine"]);
});

test.each(["Nokey", "-5", "--"])(
  "a key that tmux does not have stops the load before it sets a hook or a key, and is named: %s",
  async (key) => {
    await using server = await tmuxServer({ conf: `set -g @agent-wizard-key 'T ${key}'` });
    const ran = await server.taw("tmux", "load");
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain(`tmux has no key ${key}, which @agent-wizard-key names`);
    expect(await server.tmux("show-hooks", "-g")).not.toContain("agent_wizard");
    expect(await server.tmux("list-keys")).not.toContain("agent_wizard");
  },
);

test("a load over an older taw's hooks leaves none of them behind", async () => {
  await using server = await tmuxServer();
  await server.tmux("set-hook", "-g", "session-renamed[7300]", "set -g @old 1");
  await server.tmux("set-hook", "-g", "window-renamed[7300]", "set -g @old 1");
  await loadInto(server, recorder(server).launcher);
  const hooks = (await server.tmux("show-hooks", "-g")) + (await server.tmux("show-hooks", "-gw"));
  expect(hooks).not.toContain("@old");
  expect(hooks).toContain("window-renamed[7300]");
});

test("taw's folder goes in front of PATH once, and comes out with @agent-wizard-path off", async () => {
  await using server = await tmuxServer({ conf: 'set-environment -g PATH "/a b:/usr/bin::/bin"' });
  const pathOf = () => server.tmux("show-environment", "-g", "PATH");
  const taw = recorder(server);
  const { folders } = await loadInto(server, taw.launcher);
  await loadInto(server, taw.launcher);
  expect(await pathOf()).toBe(`PATH=${folders.state}/bin:/a b:/usr/bin::/bin`);
  expect(readlinkSync(`${folders.state}/bin/taw`)).toBe(taw.launcher);
  const other = recorder(server, "other taw");
  await loadInto(server, other.launcher);
  expect(readlinkSync(`${folders.state}/bin/taw`)).toBe(other.launcher);
  await server.tmux("set-option", "-g", "@agent-wizard-path", "off");
  await loadInto(server, other.launcher);
  expect(await pathOf()).toBe("PATH=/a b:/usr/bin::/bin");
});

test("agent-wizard.tmux loads from a linked folder with blanks in its name, and prints nothing", async () => {
  await using server = await tmuxServer();
  const plugins = join(server.box.root, "my plugins");
  mkdirSync(plugins);
  symlinkSync(root, join(plugins, "agent wizard"));
  const script = join(plugins, "agent wizard/agent-wizard.tmux");
  const ran = await run([script], {
    env: { ...server.box.env, TMUX: `${server.socketPath},1,0` },
    cwd: "/",
  });
  expect(ran).toMatchObject({ code: 0, stdout: "", stderr: "" });
  expect(await server.tmux("show-options", "-sv", "@agent_wizard_version")).not.toBe("");
  expect((await boundTo(server, "a")).join()).toContain("agent_wizard_popup");
});

test("agent-wizard.tmux loads while tmux.conf is read, before any session", async () => {
  await using server = await tmuxServer({ conf: `run-shell '${root}/agent-wizard.tmux'` });
  expect(await server.tmux("show-options", "-sv", "@agent_wizard_version")).not.toBe("");
  const pane = await server.tmux("display-message", "-p", "#{@agent_pipe}");
  expect(pane).toMatch(/^\d{10}$/);
});

test("a load that cannot be done is said once in the status line, to the first client that comes", async () => {
  await using server = await tmuxServer();
  const broken = join(server.box.root, "broken");
  mkdirSync(join(broken, "bin"), { recursive: true });
  await Bun.write(join(broken, "agent-wizard.tmux"), Bun.file(join(root, "agent-wizard.tmux")));
  await Bun.write(
    join(broken, "bin/taw"),
    "#!/bin/sh\necho 'taw: Bun #{pid} \"is\" $HOME not; here' >&2; exit 1\n",
  );
  const load = async () => {
    const env = { ...server.box.env, TMUX: `${server.socketPath},1,0` };
    const ran = await run(["/bin/sh", join(broken, "agent-wizard.tmux")], { env });
    expect(ran).toMatchObject({ code: 0, stdout: "", stderr: "" });
  };
  await run(["chmod", "+x", join(broken, "bin/taw")], { env: server.box.env });
  await load();
  await load();
  await using client = await attachClient(server);
  await until("the client is told", () =>
    client.drawn().includes("taw: Bun #{pid} is HOME not; here"),
  );
  expect(await server.tmux("show-hooks", "-g")).not.toContain("7301");
  const told = async () =>
    (await server.tmux("show-messages")).split("\n").filter((line) => / message: taw: /.test(line));
  await load();
  expect((await told()).length).toBe(1);
  await loadInto(server, recorder(server).launcher);
  expect(await server.tmux("show-options", "-sqv", "@agent_wizard_problem")).toBe("");
});

test("the popup's key shows taw ui on the client that pressed it, over the whole screen, before tmux 3.3 in a frame", async () => {
  await using server = await tmuxServer();
  const version = parseVersion(await server.tmux("display-message", "-p", "#{version}"));
  const sizes = isAtLeast(version, [3, 3]) ? ["25 90", "20 70"] : ["20 79", "16 61"];
  const taw = recorder(server, "it's 50%d #{pid} taw");
  await loadInto(server, taw.launcher);
  const shown = () =>
    taw.calls().flatMap((call) => (call.startsWith("ui on ") ? call.slice(6) : []));
  await using first = await attachClient(server, { columns: 90, rows: 25 });
  await using second = await attachClient(server, { columns: 70, rows: 20 });
  first.type("\x02a");
  await until("the first client has it", () => shown().includes(`${first.name} ${sizes[0]}`));
  second.type("\x02a");
  await until("the second client has it", () => shown().includes(`${second.name} ${sizes[1]}`));
  expect(await server.tmux("list-keys", "-N", "-T", "prefix")).toContain(
    "taw: the agents of this tmux",
  );
});

test.each([
  ["200", "x"],
  ["500%", "1"],
  ["-5", "0"],
])(
  "the popup's key shows taw also with a size that no terminal has: %s, %s",
  async (width, height) => {
    await using server = await tmuxServer();
    await server.tmux("set-option", "-g", "@agent-wizard-popup-width", width);
    await server.tmux("set-option", "-g", "@agent-wizard-popup-height", height);
    const taw = recorder(server);
    await loadInto(server, taw.launcher);
    await using client = await attachClient(server, { columns: 90, rows: 25 });
    client.type("\x02a");
    await until("it is shown", () => taw.calls().some((call) => call.startsWith("ui on ")));
  },
);

test("a popup whose program cannot be started says why, until a key closes it", async () => {
  await using server = await tmuxServer();
  await loadInto(server, recorder(server).launcher);
  await using client = await attachClient(server);
  await server.tmux("set-option", "-s", "@agent_wizard_ui", "/gone/bin/taw ui");
  client.type("\x02a");
  await until("it says what is not there", () =>
    /\/gone\/bin\/taw.*not found/.test(client.drawn()),
  );
  client.type("into the popup");
  client.type("\x03");
  const text = await until("keys go to the pane again", () => {
    client.type("p");
    return server.paneText("%0");
  });
  expect(text).toMatch(/^p+$/);
});

test("a window's mark tells its most pressing agent, and nothing without one", async () => {
  await using server = await tmuxServer();
  await loadInto(server, recorder(server).launcher);
  const first = await server.format("main:", "#{pane_id}");
  const second = await server.tmux("split-window", "-P", "-F", "#{pane_id}", "cat");
  const mark = () => server.format("main:", "[#{E:@agent_wizard_mark}]");
  expect(await mark()).toBe("[]");
  const states: [string, string, string][] = [
    ["idle", "unknown", "[ ○]"],
    ["idle", "working", "[ ●]"],
    ["working", "done", "[ ✓]"],
    ["done", "blocked", "[ ▲]"],
  ];
  for (const [one, other, shown] of states) {
    await server.tmux("set-option", "-p", "-t", first, "@agent_state", one);
    await server.tmux("set-option", "-p", "-t", second, "@agent_state", other);
    expect(await mark()).toBe(shown);
  }
});

test("an old tmux is refused with what it is and what is needed", async () => {
  await using server = await tmuxServer();
  const fake = join(server.box.root, "old");
  mkdirSync(fake);
  await Bun.write(
    join(fake, "tmux"),
    `#!/bin/sh\n/usr/bin/env -i PATH='${server.box.env["PATH"]}' tmux "$@" | sed 's/^3\\..*/3.1c/'\n`,
  );
  await run(["chmod", "+x", join(fake, "tmux")], { env: server.box.env });
  const ran = await run([join(root, "bin/taw"), "-S", server.socketPath, "tmux", "load"], {
    env: { ...server.box.env, PATH: `${fake}:${server.box.env["PATH"]}` },
  });
  expect(ran.code).toBe(1);
  expect(ran.stderr).toContain("taw needs tmux 3.2 or newer, and this server is tmux 3.1c");
  expect(await server.tmux("show-options", "-sqv", "@agent_wizard_taw")).toBe("");
});
