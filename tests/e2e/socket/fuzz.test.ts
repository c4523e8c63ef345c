import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { privateMb } from "../../bench/proc.ts";
import { chance } from "../../support/chance.ts";
import { bytesCase, envelopeCases, hostileCase, wrongTypeCases } from "../../support/fuzz/cases.ts";
import { fuzzField } from "../../support/fuzz/field.ts";
import type { Field } from "../../support/fuzz/field.ts";
import type { Draw } from "../../support/fuzz/kinds.ts";
import { sendAll } from "../../support/fuzz/send.ts";
import { isAlive } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

const SEED = 20_261_201;
const HOSTILE = 700;
const BYTES = 600;

let field: Field;
beforeAll(async () => {
  field = await fuzzField();
  await field.tidy();
});
afterAll(() => field.close());

const isWell = async (): Promise<void> => {
  const { result } = await field.socket.ask("ping");
  expect(result?.type).toBe("pong");
  expect(isAlive(field.socket.pid)).toBe(true);
  expect(field.harm()).toBe("");
};

const wrongTypes = wrongTypeCases();

test("the suite tries at least 5,000 cases, and at least 8 wrong values for every field of every method", () => {
  expect(wrongTypes.length + envelopeCases().length + HOSTILE + BYTES).toBeGreaterThanOrEqual(5000);
  const tried = Map.groupBy(wrongTypes, ({ what }) => what.split(" = ")[0] ?? "");
  const few = [...tried].filter(([what, of]) => !what.includes(" ") && of.length < 8);
  // What takes a text, a number or a truth value leaves fewer types over.
  expect(few.filter(([what]) => !what.startsWith("agent.view.set.filter"))).toEqual([]);
});

test("every field of every method with a value of the wrong type is refused, and nothing is changed", async () => {
  const before = await field.server.tmux(
    "list-panes",
    "-a",
    "-F",
    "#{session_id} #{window_id} #{pane_id} #{pane_width}",
  );
  expect(await sendAll(field.socket.path, wrongTypes)).toEqual({
    sent: wrongTypes.length,
    problems: [],
  });
  expect(
    await field.server.tmux(
      "list-panes",
      "-a",
      "-F",
      "#{session_id} #{window_id} #{pane_id} #{pane_width}",
    ),
  ).toBe(before);
  await isWell();
}, 60_000);

test("envelopes that are none, and lines at the limits, get one answer or none", async () => {
  const cases = envelopeCases();
  expect(await sendAll(field.socket.path, cases)).toEqual({ sent: cases.length, problems: [] });
  await isWell();
}, 60_000);

test("random bytes, and requests cut, changed and put together, get one answer or none", async () => {
  const draw = chance(SEED);
  const cases = Array.from({ length: BYTES }, () => bytesCase(draw));
  expect(await sendAll(field.socket.path, cases)).toEqual({ sent: BYTES, problems: [] });
  await isWell();
}, 60_000);

test("hostile values of the right types are data: each gets one answer, and none of them is run", async () => {
  const draw: Draw = chance(SEED);
  for (let at = 0; at < HOSTILE; at += 100) {
    draw.aims = await field.tidy();
    const cases = Array.from({ length: 100 }, () => hostileCase(draw));
    expect(await sendAll(field.socket.path, cases, 8)).toEqual({ sent: 100, problems: [] });
  }
  await isWell();
}, 120_000);

test("64 connections that say nothing hold nobody up, and are closed", async () => {
  const idle: Socket[] = Array.from({ length: 64 }, () => connect(field.socket.path));
  let closed = 0;
  for (const socket of idle) {
    socket.on("close", () => (closed += 1));
    socket.on("error", () => undefined);
    socket.write('{"id":"half a line');
  }
  await isWell();
  await until(
    "all are closed",
    () => closed,
    (count) => count === idle.length,
  );
});

test("what was sent leaves the server's memory where it was", async () => {
  const some = wrongTypes.filter((_, at) => at % 4 === 0);
  await sendAll(field.socket.path, some);
  const before = privateMb(field.socket.pid);
  await sendAll(field.socket.path, some);
  await sendAll(field.socket.path, some);
  // What is over is given back once it is quiet.
  await until(
    "the memory is as it was",
    () => privateMb(field.socket.pid) - before,
    (more) => more < 12,
  );
}, 60_000);
