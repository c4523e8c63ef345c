import { afterAll, beforeEach, expect, test } from "bun:test";
import { FACES } from "../../../src/core/face.ts";
import type { Grant } from "../../../src/core/grants.ts";
import { parsePaneId } from "../../../src/core/ids.ts";
import type { PaneId } from "../../../src/core/ids.ts";
import { makeEdges } from "../../../src/edges.ts";
import type { Edges } from "../../../src/edges.ts";
import { makeGuard } from "../../../src/guard.ts";
import { sandbox } from "../../support/sandbox.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

const box = sandbox();
let server: TmuxServer;
/** The pane that is typed into, and the one that calls. */
let target: PaneId;
let caller: PaneId;
beforeEach(async () => {
  await server?.close();
  server = await tmuxServer({ box });
  target = "%0";
  caller = parsePaneId(await server.pane()) ?? "%0";
});
afterAll(async () => {
  await server.close();
  await box.close();
});

/** What a verb of that grant gets whose caller is that process. */
const edgesOf = (grant: Grant, pid: number, seenMs = performance.now()): Edges =>
  makeEdges({
    environment: server.box.env,
    face: FACES.taw,
    socketName: null,
    socketPath: server.socketPath,
    uid: 0,
    grant,
    caller: { pid, seenMs },
    openCockpit: () => Promise.reject(new Error("no cockpit here")),
    serveSocket: () => Promise.reject(new Error("no socket here")),
  });

const inside = async (grant: Grant) =>
  edgesOf(grant, Number(await server.format(caller, "#{pane_pid}")));
const outside = (grant: Grant) => edgesOf(grant, process.pid);

const type = async (edges: Edges, pane: PaneId, text: string) => {
  const seen = await edges.look();
  const commands = [["send-keys", "-t", pane, "-l", "--", text]];
  return edges.change(seen, { target: pane, commands });
};

const blocks = (pane: PaneId) =>
  server.tmux(
    "set-option",
    "-p",
    "-t",
    pane,
    "@agent_kind",
    "claude",
    ";",
    "set-option",
    "-p",
    "-t",
    pane,
    "@agent_state",
    "blocked",
  );
const give = (pane: PaneId, grants: string) =>
  server.tmux("set-option", "-p", "-t", pane, "@agent_grants", grants);
const shows = (pane: PaneId, text: string) =>
  until(
    text,
    () => server.paneText(pane),
    (all) => all.includes(text),
  );

test("a pane without respond types into another pane, but not while that one waits on a prompt", async () => {
  const edges = await inside("write");
  await type(edges, target, "one");
  await shows(target, "one");
  await blocks(target);
  for (const grants of ["admin", "read write"]) {
    await give(caller, grants);
    await give(target, grants);
    const refused = type(edges, target, "two");
    expect(refused).rejects.toMatchObject({
      code: "forbidden",
      message: expect.stringContaining("waits on a prompt"),
    });
    await Promise.allSettled([refused]);
  }
  await give(caller, "admin respond");
  await type(edges, target, "three");
  await shows(target, "three");
  expect(await server.paneText(target)).not.toContain("two");
});

test("its own pane is always allowed, and so is everything to the person", async () => {
  await blocks(target);
  await blocks(caller);
  await type(await inside("write"), caller, "mine");
  await shows(caller, "mine");
  await type(outside("write"), target, "person");
  await shows(target, "person");
});

test("a dialog that came up since the look refuses the keys in the call that would type them", async () => {
  const edges = await inside("write");
  const seen = await edges.look();
  await blocks(target);
  const commands = [["send-keys", "-t", target, "-l", "--", "late"]];
  const refused = edges.change(seen, { target, commands });
  expect(refused).rejects.toMatchObject({ code: "forbidden" });
  await Promise.allSettled([refused]);
  const person = outside("write");
  await person.change(seen, {
    target,
    commands: [["send-keys", "-t", target, "-l", "--", "said"]],
  });
  await shows(target, "said");
  expect(await server.paneText(target)).not.toContain("late");
});

test("a pane types into no pane that may do more than itself", async () => {
  await give(caller, "read write");
  const refused = type(await inside("write"), target, "taw pane close");
  expect(refused).rejects.toMatchObject({
    code: "forbidden",
    message: expect.stringContaining(
      "pane w1:p1 holds `admin`, which the calling pane w1:p2 does not",
    ),
  });
  await Promise.allSettled([refused]);
  await give(target, "write");
  await type(await inside("write"), target, "less");
  await shows(target, "less");
});

const note = (edges: Edges, about: PaneId | "$0" | "@0" | "@1") =>
  edges
    .look()
    .then((seen) =>
      edges.change(seen, { target: about, commands: [["set-option", "-s", "@note", about]] }),
    );

test("a report is about the caller's own pane, tab or workspace; the person's may be about any", async () => {
  await give(caller, "none");
  for (const about of [caller, "@1", "$0"] as const) await note(await inside("own"), about);
  for (const about of [target, "@0"] as const) {
    const refused = note(await inside("own"), about);
    expect(refused).rejects.toMatchObject({ code: "forbidden" });
    await Promise.allSettled([refused]);
    await note(outside("own"), about);
  }
});

test("a caller that cannot be read, or whose pid is another process's by now, is inside", async () => {
  const [gone, young] = [Bun.spawn(["true"]), Bun.spawn(["cat"], { stdin: "pipe" })];
  await gone.exited;
  const world = await outside("read").look();
  const placeOf = async (pid: number, seenMs: number) =>
    (await edgesOf("read", pid, seenMs).rights(world)).place;
  const now = performance.now();
  expect(await placeOf(gone.pid, now)).toBe("unknown");
  expect(await placeOf(young.pid, now - 60_000)).toBe("unknown");
  expect(await placeOf(young.pid, now)).toBe("outside");
  young.kill();
});

test("while every pane holds what it is given by default, a read looks at no process", async () => {
  let looks = 0;
  const clock = {
    nowMs: () => 0,
    monotonicMs: () => (looks += 1),
    sleep: () => Promise.resolve(),
  };
  const guard = makeGuard("read", { pid: process.pid, seenMs: 0 }, clock);
  const edges = outside("read");
  await guard.permit(await edges.look());
  expect(looks).toBe(0);
  await give(caller, "none");
  await guard.permit(await edges.look());
  expect(looks).toBe(1);
});
