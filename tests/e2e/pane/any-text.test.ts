import { afterAll, beforeAll, expect, test } from "bun:test";
import { FACES } from "../../../src/core/face.ts";
import { makeEdges } from "../../../src/edges.ts";
import type { Edges } from "../../../src/edges.ts";
import { typeIntoPane } from "../../../src/verbs/typing.ts";
import { chance } from "../../support/chance.ts";
import { receiver } from "../../support/receiver.ts";
import { tmuxServer } from "../../support/tmux.ts";
import type { TmuxServer } from "../../support/tmux.ts";

let server: TmuxServer;
let edges: Edges;
beforeAll(async () => {
  server = await tmuxServer();
  edges = makeEdges({
    environment: server.box.env,
    face: FACES.taw,
    socketName: null,
    socketPath: server.socketPath,
    uid: process.getuid?.() ?? 0,
    grant: "write",
    caller: { pid: process.pid, seenMs: performance.now() },
    openCockpit: () => Promise.reject(new Error("no cockpit here")),
    serveSocket: () => Promise.reject(new Error("no socket here")),
  });
});
afterAll(() => server.close());

/** What tmux's parsers, formats and terminals give a meaning to, and characters of every length. */
const SPECIAL = [..."\"'\\$~#{}[]();&|<>%!*?=@^`,:+- \t\n\r\u001b\u0001\u007f\u0080\u009b"];
const OTHERS = [..."abcXYZ019éß→日本😀\u0301\u200d\ufe0f\u{1f468}\u{10ffff}"];
const WORDS = [
  "#{pane_id}",
  "#(id)",
  "$HOME",
  "${X}",
  "~root",
  "%if",
  "\\;",
  "\u001b[201~",
  "Up",
  "-l",
];

/** Text with every character but NUL, the end always one that is likely to be lost. */
function randomText(below: (most: number) => number, length: number): string {
  const all = [SPECIAL, OTHERS, WORDS] as const;
  const pick = (list: readonly string[]): string => list[below(list.length)] ?? "";
  const body = Array.from({ length }, () =>
    below(4) === 0 ? String.fromCharCode(1 + below(126)) : pick(all[below(all.length)] ?? OTHERS),
  );
  return body.join("") + pick([";", "\\", "\n", "\r", "\\;", "#", "\u001b", "x", " "]);
}

const latin1 = (text: string): string => Buffer.from(text).toString("latin1");

test("any text arrives byte for byte, once", async () => {
  const { pane, next } = await receiver(server);
  const below = chance(13);
  for (let round = 0; round < 150; round += 1) {
    const text = randomText(below, below(round < 100 ? 30 : 3000));
    await typeIntoPane(edges, pane, { text });
    expect(await next()).toBe(latin1(text));
  }
}, 60_000);

test("text of any size arrives whole, up to a MiB and past it", async () => {
  const { pane, next } = await receiver(server);
  const below = chance(17);
  for (const size of [1, 14_900, 16_300, 65_537, 300_000, 1_048_576, 2_500_000]) {
    const block = latin1(randomText(below, 500)).slice(0, 499);
    const text = Buffer.from(block.repeat(Math.ceil(size / 499)).slice(0, size), "latin1")
      .toString("utf8")
      .replaceAll("\ufffd", "?");
    await typeIntoPane(edges, pane, { text, keys: ["ctrl+d"] });
    expect((await next()) === `${latin1(text)}\u0004`).toBe(true);
  }
  expect(await server.tmux("list-buffers")).toBe("");
}, 60_000);

test("a paste arrives in its bracket, and what is typed at the same time stands before it or after it", async () => {
  const { pane, next } = await receiver(server, "\\033[?2004h");
  const below = chance(19);
  const texts = Array.from({ length: 24 }, (_, at) => {
    const text = randomText(below, below(at % 4 === 0 ? 40_000 : 200));
    return `<${at}>${text.replaceAll("\u001b", "").replaceAll("\u009b", "")}`;
  });
  await Promise.all(
    texts.map((text) => typeIntoPane(edges, pane, { text, isPaste: true, keys: ["enter"] })),
  );
  const all = await next();
  const pieces = all.split("\u001b[200~").slice(1);
  const wanted = texts.map((text) => `${latin1(text)}\u001b[201~\r`);
  expect(pieces.toSorted()).toEqual(wanted.toSorted());
}, 60_000);
