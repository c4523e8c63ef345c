import { afterAll, expect, test } from "bun:test";
import { bin } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

const server = await tmuxServer();
await server.tmux("new-session", "-d", "-s", "api", "cat");
afterAll(() => server.close());

/** What `taw app` draws on a terminal whose cursor stands in `column` after our three marks; 0 never answers. */
async function drawnAt(column: number): Promise<string> {
  let text = "";
  const child = Bun.spawn([bin, "-L", server.name, "app"], {
    env: { ...server.box.env },
    cwd: server.box.home,
    terminal: {
      cols: 120,
      rows: 40,
      data: (terminal, data) => {
        const said = new TextDecoder().decode(data);
        text += said;
        if (said.includes("\u001b[6n") && column > 0) terminal.write(`\u001b[1;${column}R`);
      },
    },
  });
  await until(
    "the cockpit is drawn",
    () => text,
    (drawn) => drawn.includes("No agents yet"),
  );
  child.terminal?.write("q");
  expect(await child.exited).toBe(0);
  return text;
}

test("a terminal that draws the marks two cells wide gets ASCII ones", async () => {
  const drawn = await drawnAt(7);
  expect(drawn).not.toContain("│");
  expect(drawn).not.toContain("▌");
});

test("one that draws them in one cell, or does not answer, gets them as they are", async () => {
  for (const column of [4, 0]) expect(await drawnAt(column)).toContain("│");
});
