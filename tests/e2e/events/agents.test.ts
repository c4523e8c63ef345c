import { expect, test } from "bun:test";
import { listen } from "../../support/listener.ts";
import { loadInto } from "../../support/loaded.ts";
import { bin } from "../../support/taw.ts";
import { sandbox } from "../../support/sandbox.ts";
import { tmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

test("an agent that comes to a pane and leaves it is told with its kind, and with the status it was let go in", async () => {
  await using box = sandbox({ TAW_TEST_TIMERS: "0.05" });
  await using server = await tmuxServer({ box });
  const { folders } = await loadInto(server, bin);
  using reader = await listen(server, folders.runtime);
  const told = (name: string) =>
    reader.heard.filter((event) => event.name === name).map(({ data }) => data);
  const agent = "printf '\\033]7501;state=working\\007'; read -r line";
  const pane = await server.pane(
    "sh",
    "-c",
    `env TAW_AGENT=codex sh -c "${agent}"; echo back; exec cat`,
  );
  await until("it works", () =>
    told("pane.agent_status_changed").some((data) => data["agent_status"] === "working"),
  );
  const id = { pane_id: "w1:p2", workspace_id: "w1" };
  expect(told("pane.agent_detected")).toEqual([{ ...id, agent: "codex" }]);
  await server.tmux("send-keys", "-t", pane, "Enter");
  await until("it has gone", () => told("pane.agent_detected").length === 2);
  expect(told("pane.agent_detected")[1]).toEqual({
    ...id,
    released: true,
    final_status: "done",
  });
  const names = reader
    .names()
    .filter((name) => name.startsWith("pane.agent"))
    .join(" ");
  expect(names).toStartWith("pane.agent_detected pane.agent_status_changed");
  expect(names).toEndWith("pane.agent_detected pane.agent_status_changed");
}, 20_000);

test("a title is told as a pane's update: of a program as it sets it, and a name that a person gives it", async () => {
  await using server = await tmuxServer();
  const { folders } = await loadInto(server, bin);
  using reader = await listen(server, folders.runtime, ["pane.updated"]);
  const updated = () =>
    reader.heard
      .filter(({ name }) => name === "pane.updated")
      .map(({ data }) => data["pane"] as Record<string, unknown>);
  const pane = await server.pane("sh", "-c", "printf '\\033]2;building\\007'; exec cat");
  await until("its title is told", () =>
    updated().some((record) => record["terminal_title"] === "building"),
  );
  await server.taw("pane", "rename", pane, "mine");
  await until("its label is told", () => updated().some((record) => record["label"] === "mine"));
}, 20_000);
