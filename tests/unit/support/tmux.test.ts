import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { isAlive, tmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

test("a test's tmux server is its own, and gone with its files when the test ends", async () => {
  let pid = 0;
  let socketPath = "";
  let root = "";
  {
    await using server = await tmuxServer({ width: 90, height: 20 });
    ({ socketPath } = server);
    ({ root } = server.box);
    const other = await server.pane("sh", "-c", "echo hello; exec cat");
    await until(
      "the pane says hello",
      () => server.paneText(other),
      (text) => text === "hello",
    );
    pid = Number(await server.format(other, "#{pid}"));
    expect(await server.format(other, "#{pane_width}x#{pane_height}")).toBe("90x20");
    expect(isAlive(pid)).toBe(true);
    expect(existsSync(socketPath)).toBe(true);
  }
  expect(isAlive(pid)).toBe(false);
  expect(existsSync(root)).toBe(false);
});

test("waiting for what does not come fails with the last value seen", async () => {
  let reads = 0;
  const waiting = until(
    "it is ready",
    () => `seen ${++reads}`,
    (text) => text === "ready",
    60,
  );
  await expect(waiting).rejects.toThrow(/60 ms until it is ready; last seen: \nseen \d/);
});
