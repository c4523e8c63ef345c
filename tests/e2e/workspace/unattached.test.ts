import { expect, test } from "bun:test";
import { fieldsOf, resultOf } from "../../support/answer.ts";
import { attachClient } from "../../support/client.ts";
import { tmuxServer } from "../../support/tmux.ts";

/** A server whose person has `destroy-unattached` on, as of the moment at which they are attached. */
async function strictServer() {
  const server = await tmuxServer();
  const client = await attachClient(server);
  await server.tmux("set-option", "-g", "destroy-unattached", "on");
  const workspaces = () => server.tmux("list-sessions", "-F", "#{session_name}");
  return {
    server,
    workspaces,
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await server.close();
    },
  };
}

const words = [
  ["workspace", "create", "--label"],
  ["workspace", "create", "--focus", "--label"],
];
test.each(words)(
  "a workspace that was made is there with destroy-unattached on: %s %s %s",
  async (...command) => {
    await using strict = await strictServer();
    for (const label of ["plain", "a.b:c", "-5", "#{pid}", "a,b}#c"]) {
      const made = fieldsOf(resultOf(await strict.server.taw(...command, label)), "workspace");
      const listed = resultOf(
        await strict.server.taw("workspace", "get", `${made["workspace_id"]}`),
      );
      expect(fieldsOf(listed, "workspace")["label"]).toBe(made["label"]);
    }
  },
);

test("a workspace starts a server that has destroy-unattached on in its tmux.conf", async () => {
  const server = await tmuxServer();
  await server.tmux("kill-server");
  await Bun.write(`${server.box.home}/.tmux.conf`, "set -g destroy-unattached on");
  const made = resultOf(await server.taw("workspace", "create", "--label", "first"));
  expect(fieldsOf(made, "workspace")).toMatchObject({ label: "first" });
  expect(await server.tmux("list-sessions", "-F", "#{session_name}")).toBe("first");
  await server.close();
});

test("a pane that moves out of a workspace that ends so keeps its program, wherever it goes", async () => {
  await using strict = await strictServer();
  const { server } = strict;
  const pid = await server.format("%0", "#{pane_pid}");
  for (const [label, focus] of [
    ["first", "--focus"],
    ["second", "--no-focus"],
  ] as const) {
    resultOf(await server.taw("pane", "move", "%0", "--new-workspace", "--label", label, focus));
    expect(await server.format("%0", "#{session_name} #{pane_pid}")).toBe(`${label} ${pid}`);
  }
  const other = fieldsOf(resultOf(await server.taw("workspace", "create")), "workspace");
  const goal = ["--tab", `${other["active_tab_id"]}`, "--split", "right"];
  resultOf(await server.taw("pane", "move", "%0", ...goal));
  expect(await server.format("%0", "#{session_id} #{pane_pid}")).toEndWith(` ${pid}`);
  expect((await strict.workspaces()).split("\n")).toHaveLength(1);
});

test("what is closed under a person with destroy-unattached on is closed, and answered so", async () => {
  await using strict = await strictServer();
  const { server } = strict;
  resultOf(await server.taw("workspace", "create", "--label", "stays"));
  expect(resultOf(await server.taw("tab", "close", "@0"))).toEqual({ type: "ok" });
  expect(await strict.workspaces()).toBe("stays");
});
