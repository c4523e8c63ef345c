import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { serverFolders } from "../../../src/tmux/folders.ts";
import { edgeOf } from "../../support/loaded.ts";
import { sandbox } from "../../support/sandbox.ts";
import { tmuxServer } from "../../support/tmux.ts";

test("the first to ask decides a server's folders, and everybody after takes them from there", async () => {
  await using server = await tmuxServer();
  const tmux = edgeOf(server);
  const own = { ...server.box.env, TAW_STATE_DIR: `${server.box.root}/a "b" #{pid} $HOME ~;` };
  const folders = await serverFolders(tmux, own);
  expect(folders.state).toBe(own.TAW_STATE_DIR);
  expect(folders.config).toBe(`${server.box.home}/.config/tmux-agent-wizard`);
  await using other = sandbox();
  expect(await serverFolders(tmux, other.env)).toEqual(folders);
});

test("a runtime folder that vanished with a logout is made again, elsewhere when it must", async () => {
  await using server = await tmuxServer();
  const tmux = edgeOf(server);
  const { runtime } = await serverFolders(tmux, server.box.env);
  rmSync(runtime, { recursive: true });
  expect((await serverFolders(tmux, server.box.env)).runtime).toBe(runtime);
  rmSync(server.box.env["XDG_RUNTIME_DIR"] ?? "", { recursive: true });
  const moved = (await serverFolders(tmux, server.box.env)).runtime;
  expect(moved).not.toBe(runtime);
  expect(await server.tmux("show-options", "-sv", "@agent_wizard_runtime")).toBe(moved);
  rmSync(moved, { recursive: true });
});

test("a state folder that cannot be made is named with the reason and what to do", async () => {
  await using server = await tmuxServer();
  const own = { ...server.box.env, TAW_STATE_DIR: "/dev/null/taw" };
  const asked = serverFolders(edgeOf(server), own);
  expect(asked).rejects.toMatchObject({
    code: "io_error",
    message:
      "cannot make the folder /dev/null/taw: a part of the path is not a folder; let it be made there, or set TAW_STATE_DIR to another place",
  });
});
