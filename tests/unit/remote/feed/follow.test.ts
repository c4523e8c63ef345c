import { expect, test } from "bun:test";
import { followFeed } from "../../../../remote/feed/follow.ts";
import type { FeedLine } from "../../../../remote/feed/protocol.ts";
import { until } from "../../../support/until.ts";

const environment = { PATH: process.env["PATH"] ?? "" };

function follow(script: string) {
  const lines: FeedLine[] = [];
  const ends: string[] = [];
  const bad: number[] = [];
  const feed = followFeed(["sh", "-c", script], environment, {
    onLine: (line) => void lines.push(line),
    onBad: () => void bad.push(lines.length),
    onEnd: (problem) => void ends.push(problem),
  });
  return { lines, ends, bad, feed, [Symbol.dispose]: () => feed.stop() };
}

test("lines come whole however they are split, and a bad one is counted and stops nothing", async () => {
  using feed = follow(
    `printf '{"type":"pi'; sleep 0.05; printf 'ng"}\\nWarning: x\\n{"type":"later"}\\n{"type":"ping"}\\n'; cat`,
  );
  await until(
    "both pings are here",
    () => feed.lines.length,
    (count) => count === 2,
  );
  expect(feed.bad).toEqual([1]);
});

test("what the app says reaches the machine's stdin", async () => {
  using feed = follow(`read line; printf '{"type":"toast","text":"heard"}\\n'; cat`);
  await until("the feed takes a line", () => {
    feed.feed.send({ type: "watch", pane: "w1:p1", history: 0 });
    return feed.lines[0];
  });
  expect(feed.lines[0]).toMatchObject({ type: "toast", text: "heard" });
});

test("a feed that ends is told with its last word and started again", async () => {
  using feed = follow(`printf '{"type":"ping"}\\n'; echo 'no server here' >&2; exit 3`);
  await until(
    "it was started twice",
    () => feed.lines.length,
    (count) => count >= 2,
  );
  expect(feed.ends[0]).toBe("no server here");
});

test("a feed that ends well, as with its tmux server, is started again and no problem", async () => {
  using feed = follow(`printf '{"type":"ping"}\n'`);
  await until(
    "it was started twice",
    () => feed.lines.length,
    (count) => count >= 2,
  );
  expect(feed.ends).toEqual([]);
});

test("a program that is not there is a problem, not an exception", async () => {
  const ends: string[] = [];
  const feed = followFeed(["/nowhere/taw"], environment, {
    onLine: () => undefined,
    onBad: () => undefined,
    onEnd: (problem) => void ends.push(problem),
  });
  await until("the end was told", () => ends.length);
  feed.stop();
  expect(ends[0]).toContain("/nowhere/taw");
});

test("a restart on demand begins anew at once and is no end", async () => {
  using feed = follow(`printf '{"type":"ping"}\\n'; cat`);
  await until(
    "the first life",
    () => feed.lines.length,
    (count) => count === 1,
  );
  feed.feed.restart();
  await until(
    "the second life",
    () => feed.lines.length,
    (count) => count === 2,
  );
  expect(feed.ends).toEqual([]);
});
