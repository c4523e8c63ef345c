import { expect, test } from "bun:test";
import { join } from "node:path";
import { resultOf } from "../../support/answer.ts";
import { dump } from "../../support/dump.ts";
import { bin } from "../../support/taw.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

const load = async (server: TmuxServer) => expect((await server.taw("tmux", "load")).code).toBe(0);

const global = (server: TmuxServer) => server.tmux("show-environment", "-g");

test("new panes get herdr's environment with the option on, and a herdr that answers for the calling pane", async () => {
  await using server = await tmuxServer({ conf: "set -g @agent-wizard-herdr-env on\n" });
  await load(server);
  const answer = join(server.box.home, "answer");
  const script = `"$HERDR_BIN_PATH" pane get "$HERDR_PANE_ID" >${answer}; echo "$HERDR_ENV" >>${answer}; exec cat`;
  const pane = await server.pane("sh", "-c", script);
  const text = await until(
    "the pane has asked",
    () =>
      Bun.file(answer)
        .text()
        .catch(() => ""),
    (said) => said.endsWith("1\n"),
  );
  const record = JSON.parse(text.split("\n")[0] ?? "");
  expect(record).toMatchObject({ id: "cli:pane:get", result: { type: "pane_info" } });
  const { pane: same } = resultOf(await server.taw("pane", "get", pane));
  expect(record.result.pane.pane_id).toBe((same as { pane_id: string }).pane_id);
});

test("a load with the option off takes it back, and an unload too, unless HERDR_PANE_ID is another's", async () => {
  await using server = await tmuxServer();
  const before = await dump(server);
  await server.tmux("set-option", "-g", "@agent-wizard-herdr-env", "on");
  await load(server);
  expect(await global(server)).toContain("HERDR_PANE_ID=%calling");
  await load(server);
  await server.tmux("set-option", "-gu", "@agent-wizard-herdr-env");
  await load(server);
  expect(await global(server)).not.toContain("HERDR_");
  await server.tmux("set-option", "-g", "@agent-wizard-herdr-env", "on");
  await load(server);
  await server.tmux("set-option", "-gu", "@agent-wizard-herdr-env");
  await server.taw("tmux", "unload");
  expect(await dump(server)).toBe(before);

  await server.tmux("set-environment", "-g", "HERDR_PANE_ID", "w7:p1");
  await server.tmux("set-environment", "-g", "HERDR_ENV", "1");
  await load(server);
  expect(await global(server)).toContain("HERDR_PANE_ID=w7:p1");
  expect(await global(server)).toContain("HERDR_ENV=1");
});

test("herdr's program is taw's, by absolute path", async () => {
  await using server = await tmuxServer({ conf: "set -g @agent-wizard-herdr-env on\n" });
  await load(server);
  const path = /^HERDR_BIN_PATH=(.*)$/m.exec(await global(server))?.[1] ?? "";
  expect(path).toEndWith("/tmux-agent-wizard/herdr/bin/herdr");
  expect(await Bun.file(path).text()).toBe(`#!/bin/sh\nexec ${bin} --face=herdr "$@"\n`);
});
