import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseStatusBody } from "../../../src/core/program-status.ts";
import { PaneStream } from "../../../src/core/stream.ts";
import { readFront } from "../../../src/identify/pane.ts";
import { bin, run } from "../../support/taw.ts";
import { isAlive, tmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

const server = await tmuxServer();
afterAll(() => server.close());

/** An agent's stand-in under its own name: reports when it is answered, as Claude Code does. */
async function agentNamed(name: string): Promise<string> {
  const path = join(server.box.home, name);
  await Bun.write(
    path,
    `#!/bin/sh
stty raw -echo
printf '\\033]7501;?\\007\\033[c'
case $(head -c 9 | od -An -c | tr -d ' \\n') in
'033]7501;?\\a') printf '\\033]7501;state=working:app=${name}\\007' ;;
esac
stty sane
echo ready
sleep 60
`,
  );
  await run(["chmod", "+x", path], { env: server.box.env });
  return path;
}

const panePid = async (pane: string): Promise<number> =>
  Number(await server.format(pane, "#{pane_pid}"));

test("an agent that asks first is answered inside tmux, and its report is in the pane's pipe", async () => {
  const agent = await agentNamed("claude");
  const pane = await server.pane();
  const pipe = join(server.box.root, "pipe");
  await server.tmux("pipe-pane", "-t", pane, `cat > ${pipe}`);
  await server.tmux("respawn-pane", "-k", "-t", pane, bin, "run", agent);
  await until(
    "ready on the screen",
    () => server.paneText(pane),
    (text) => text.includes("ready"),
  );
  const stream = new PaneStream();
  const { program } = await until(
    "the report in the pipe",
    () => {
      stream.feed(readFileSync(pipe, "latin1"));
      return stream.take();
    },
    (signals) => signals.program.length > 0,
  );
  expect(program).toEqual([{ type: "status", body: "state=working:app=claude" }]);
  expect(parseStatusBody("state=working:app=claude").type).toBe("report");
});

test("the agent behind it is identified as itself", async () => {
  const agent = await agentNamed("codex");
  const pane = await server.pane(bin, "run", agent);
  const pid = await panePid(pane);
  const front = await until(
    "the agent in front",
    () => readFront(pid),
    (found) => found?.identity?.kind === "codex",
  );
  expect(front?.identity?.process.pid).not.toBe(pid);
});

test("nothing runs on after its pane is killed", async () => {
  const pane = await server.pane(bin, "run", "sh", "-c", "echo up $$; exec sleep 60");
  const shown = await until(
    "its pid",
    () => server.paneText(pane),
    (text) => /up \d+/.test(text),
  );
  const pid = Number(/up (\d+)/.exec(shown)?.[1]);
  const proxy = await panePid(pane);
  expect([proxy, pid].every(isAlive)).toBe(true);
  await server.tmux("kill-pane", "-t", pane);
  await until(
    "all gone",
    () => [proxy, pid].filter(isAlive),
    (left) => left.length === 0,
  );
});

test("a pane that is resized resizes the program's terminal", async () => {
  const pane = await server.pane(
    bin,
    "run",
    "sh",
    "-c",
    "trap 'stty size' WINCH; echo up; while :; do sleep 0.02; done",
  );
  await until(
    "up",
    () => server.paneText(pane),
    (text) => text.includes("up"),
  );
  await server.tmux("resize-window", "-t", pane, "-x", "71", "-y", "19");
  await until(
    "the new size",
    () => server.paneText(pane),
    (text) => text.includes("19 71"),
  );
});

test("a script's report reaches the pane by the controlling terminal, wherever its stdout goes", async () => {
  const pane = await server.pane();
  const pipe = join(server.box.root, "script-pipe");
  await server.tmux("pipe-pane", "-t", pane, `cat > ${pipe}`);
  const script = `${bin} program-status blocked --kind question --app ship --msg 'go on?' >/dev/null && sleep 60`;
  await server.tmux("respawn-pane", "-k", "-t", pane, script);
  const bytes = await until(
    "the report",
    () => readFileSync(pipe, "latin1"),
    (text) => text.includes("\x1b\\"),
  );
  const body = /\x1b\]7501;([^\x1b]*)\x1b\\/.exec(bytes)?.[1] ?? "";
  expect(parseStatusBody(body)).toMatchObject({
    report: { id: "", state: "blocked", kind: "question", app: "ship", msg: "go on?" },
  });
});
