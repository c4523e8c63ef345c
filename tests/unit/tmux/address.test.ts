import { expect, test } from "bun:test";
import { addressOf, socketPathOf } from "../../../src/tmux/address.ts";

const uid = 1000;

test("the server is -S, then -L, then $TMUX, then what a herdr socket leads to, then the default", () => {
  expect(addressOf({ uid, socketPath: "/s", socketName: "n", tmux: "/t,1,0" }).flags).toEqual([
    "-S",
    "/s",
  ]);
  expect(addressOf({ uid, socketName: "n", tmux: "/t,1,0" }).flags).toEqual(["-L", "n"]);
  expect(addressOf({ uid, tmux: "/t,1,0", behindHerdr: "/b" }).flags).toEqual(["-S", "/t"]);
  expect(addressOf({ uid, herdrSession: "n", behindHerdr: "/b" }).flags).toEqual(["-S", "/b"]);
  expect(addressOf({ uid, herdrSession: "n" }).flags).toEqual(["-L", "n"]);
  expect(addressOf({ uid, herdrSession: "../n", tmux: "/t,1,0" }).flags).toEqual(["-S", "/t"]);
  expect(() => addressOf({ uid, herdrSession: "../n" })).toThrow("no name of a session");
  expect(addressOf({ uid, behindHerdr: "/b" }).flags).toEqual(["-S", "/b"]);
  expect(addressOf({ uid }).flags).toEqual([]);
});

test("a socket path may hold commas and blanks", () => {
  expect(socketPathOf("/tmp/a,b c/sock,123,-1")).toBe("/tmp/a,b c/sock");
});

test("$TMUX_PANE counts only on the server that $TMUX names", () => {
  expect(addressOf({ uid, tmux: "/tmp/tmux-1000/x,1,0", socketName: "x" }).isOwn).toBe(true);
  expect(addressOf({ uid, tmux: "/tmp/tmux-1000/y,1,0", socketName: "x" }).isOwn).toBe(false);
  expect(addressOf({ uid, tmux: "/t,1,0", socketPath: "/t" }).isOwn).toBe(true);
  expect(addressOf({ uid }).isOwn).toBe(false);
});

test("a message names the socket as a path", () => {
  expect(addressOf({ uid, socketName: "x", tmuxTmpdir: "/run/t" }).label).toBe(
    "/run/t/tmux-1000/x",
  );
  expect(addressOf({ uid }).label).toBe("/tmp/tmux-1000/default");
});
