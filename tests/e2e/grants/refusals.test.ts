import { afterAll, beforeAll, expect, test } from "bun:test";
import { failureOf, fieldsOf, resultOf } from "../../support/answer.ts";
import type { PaneShell } from "../../support/pane-shell.ts";
import { paneShell } from "../../support/pane-shell.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";

let server: TmuxServer;
let pane: PaneShell;

beforeAll(async () => {
  server = await tmuxServer();
  pane = await paneShell(server);
});
afterAll(() => server.close());

const give = async (...words: string[]) => resultOf(await server.taw("grants", "set", ...words));
const modeIs = async (mode: string) => {
  await Bun.write(`${server.box.home}/.config/tmux-agent-wizard/config.toml`, mode);
  resultOf(await server.taw("manifest", "reload"));
};

test("a pane that holds nothing reads nothing, and may still ask what it holds", async () => {
  await give(pane.id, "none");
  const { code, exit, message } = failureOf(await pane.run("taw pane list"));
  expect([code, exit]).toEqual(["forbidden", 1]);
  expect(message).toContain("the calling pane w1:p2 does not hold `read`");
  expect(message).toContain("taw grants set w1:p2 read");
  const herdr = failureOf(await pane.run(`TAW_FACE=herdr taw pane list`));
  expect([herdr.code, herdr.exit]).toEqual(["forbidden", 1]);
  expect(failureOf(await pane.run("taw agent list")).code).toBe("forbidden");
  expect(failureOf(await pane.run("taw machine feed --once")).code).toBe("forbidden");
  const shown = fieldsOf(resultOf(await pane.run("taw grants show %1")), "pane");
  expect(shown).toEqual({ pane_id: "w1:p2", grants: [], is_default: false });
  expect(failureOf(await pane.run("taw grants show %0")).code).toBe("forbidden");
  expect(resultOf(await server.taw("pane", "list"))["type"]).toBe("pane_list");
  await give(pane.id, "default");
  expect(resultOf(await pane.run("taw pane list"))["type"]).toBe("pane_list");
});

test("who only reads is told the command lines of its own pane alone", async () => {
  await give(pane.id, "read");
  const shown = async (id: string) => {
    const info = fieldsOf(
      resultOf(await pane.run(`taw pane process-info --pane ${id}`)),
      "process_info",
    );
    return Object.keys(
      fieldsOf(Array.isArray(info["foreground_processes"]) ? info["foreground_processes"][0] : {}),
    );
  };
  expect(await shown("%0")).toEqual(["pid", "name"]);
  expect(await shown(pane.id)).toContain("cmdline");
  await give(pane.id, "default");
  expect(await shown("%0")).toContain("cmdline");
});

test("strict mode takes admin from panes that were given nothing of their own, and a file that cannot be read is strict", async () => {
  for (const strict of [
    '[grants]\nmode = "strict"\n',
    '[grants]\nmode = "nonsense"\n',
    "[grants\n",
  ]) {
    await modeIs(strict);
    const { code, message } = failureOf(await pane.run(`taw grants set ${pane.id} default`));
    expect([code, message]).toEqual(["forbidden", expect.stringContaining("`admin`")]);
    expect(failureOf(await pane.run("taw tmux unload")).code).toBe("forbidden");
    expect(resultOf(await pane.run("taw pane list"))["type"]).toBe("pane_list");
    await modeIs("");
  }
  expect(resultOf(await pane.run(`taw grants set ${pane.id} default`))["type"]).toBe("grants");
});

test("a pane cannot leave strict mode by a config of its own", async () => {
  await modeIs('[grants]\nmode = "strict"\n');
  const own = `TAW_CONFIG_DIR='${server.box.root}' taw`;
  for (const verb of ["tmux load", "manifest reload"]) {
    expect(failureOf(await pane.run(`${own} ${verb}`)).code).toBe("forbidden");
  }
  expect(await server.tmux("show-options", "-sv", "@agent_wizard_grants")).toBe("strict");
  await modeIs("");
});

test("a pane gives no more than it holds, and only the person gives respond", async () => {
  const other = await paneShell(server);
  await give(pane.id, "admin", "respond");
  const respond = failureOf(await pane.run(`taw grants set ${other.id} respond`));
  expect([respond.code, respond.message]).toEqual([
    "forbidden",
    expect.stringContaining("outside every pane only"),
  ]);
  await give(pane.id, "read", "write");
  expect(failureOf(await pane.run(`taw grants set ${other.id} read`)).code).toBe("forbidden");
  await give(pane.id, "default");
  const narrowed = resultOf(await pane.run(`taw grants set ${other.id} read`));
  expect(fieldsOf(narrowed, "pane")["grants"]).toEqual(["read"]);
  expect(failureOf(await other.run(`taw grants set ${other.id} read write`)).code).toBe(
    "forbidden",
  );
  expect(await server.format(other.id, "#{@agent_grants}")).toBe("read");
});

test("a word that is no grant is refused, and nothing is changed", async () => {
  for (const words of [
    ["everything"],
    ["none", "read"],
    ["default", "default"],
    ["Read"],
    ["$(id)"],
  ]) {
    expect(failureOf(await server.taw("grants", "set", pane.id, ...words)).code).toBe(
      "invalid_argument",
    );
  }
  expect((await server.taw("grants", "set", pane.id)).code).toBe(2);
  expect(failureOf(await server.taw("grants", "set", "%99", "read")).code).toBe("not_found");
  expect(await server.format(pane.id, "#{@agent_grants}")).toBe("");
});
