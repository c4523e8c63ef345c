import { afterAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../../../src/core/error-code.ts";
import { sandbox } from "../../support/sandbox.ts";
import { bin, run } from "../../support/taw.ts";
import { onTerminal } from "../../support/terminal.ts";
import type { OnTerminal } from "../../support/terminal.ts";
import { isAlive } from "../../support/tmux.ts";
import { until } from "../../support/until.ts";

const box = sandbox({ PS1: "PROMPT> " });
afterAll(() => box.close());

/** `taw run -- sh -c SCRIPT` on a terminal. */
const proxied = (script: string): OnTerminal =>
  onTerminal([bin, "run", "--", "sh", "-c", script], { env: box.env, cwd: box.home });

/** A shell with job control, whose prompt is PROMPT>; plain sh, since bash mends the line mode by itself. */
const shell = (): OnTerminal => onTerminal(["sh", "-i"], { env: box.env, cwd: box.home });

const running = (script: string): string => `${bin} run -- sh -c '${script}'\r`;

/** The line mode as `stty` shows it of the terminal that a process has as its stdin. */
const modeOf = async (pid: number): Promise<string> =>
  (await run(["stty", "-a", "-F", `/proc/${pid}/fd/0`], { env: box.env })).stdout;

describe("the Program Status question", () => {
  test("is answered with its own bytes and does not reach the terminal", async () => {
    await using terminal = proxied(
      "stty raw -echo; printf 'a\\033]7501;?\\007b'; head -c 9 | od -An -tx1; printf 'c\\033]7501;?\\033\\\\d'; head -c 10 | od -An -tx1",
    );
    expect(await terminal.ended).toBe(0);
    expect(terminal.output.replace(/\s+/g, " ")).toBe(
      "ab 1b 5d 37 35 30 31 3b 3f 07 cd 1b 5d 37 35 30 31 3b 3f 1b 5c ",
    );
  });

  test("is answered before what the terminal itself answers to CSI c", async () => {
    await using terminal = proxied(
      "stty raw -echo; printf '\\033]7501;?\\007\\033[c'; head -c 14 | od -An -c",
    );
    await terminal.sees("\x1b[c");
    terminal.type("\x1b[?6c");
    expect(await terminal.ended).toBe(0);
    expect(terminal.output.replace(/\s+/g, "")).toContain(String.raw`033]7501;?\a033[?6c`);
  });
});

describe("the program's terminal", () => {
  test("has the size of the one in front, at the start and after every change", async () => {
    await using terminal = proxied(
      "stty size; trap 'stty size' WINCH; echo READY; while :; do sleep 0.02; done",
    );
    await terminal.sees("30 100\r\nREADY");
    terminal.resize(61, 17);
    await terminal.sees("17 61\r\n");
    terminal.resize(132, 50);
    await terminal.sees("50 132\r\n");
  });

  test("starts in the line mode of the one in front", async () => {
    await using terminal = shell();
    await terminal.sees("PROMPT> ");
    terminal.type(
      "stty -echo erase ^H intr ^T; stty -g > before; " + running("stty -g > inside; echo OVER"),
    );
    await terminal.sees("OVER\r\n");
    await terminal.sees("PROMPT> ");
    terminal.type("cmp before inside && echo SAME-$((1+1))\r");
    await terminal.sees("SAME-2");
  });

  test("is its controlling terminal, and the program leads the group in front there", async () => {
    await using terminal = proxied(
      "set -- $(ps -o pid=,pgid=,tpgid= -p $$); [ $1 = $2 ] && [ $2 = $3 ] && echo LEADS; echo OPENED >/dev/tty",
    );
    await terminal.sees("LEADS\r\nOPENED\r\n");
    expect(await terminal.ended).toBe(0);
  });
});

describe("bytes", () => {
  test("of paste, mouse and kitty keys reach the program as they are, and its modes the terminal", async () => {
    const modes = "\x1b[?2004h\x1b[?1000;1006h\x1b[>1u\x1b[?1049h\x1b[?2026h";
    const keys = "\x1b[200~a\rb\x03\x1a\x1b[201~\x1b[<0;3;4M\x1b[97;5u\x1b[27;1:3u\x00\x1b";
    await using terminal = proxied(
      `stty raw -echo; printf '${modes.replaceAll("\x1b", "\\033")}READY'; head -c ${keys.length} | od -An -v -tx1`,
    );
    await terminal.sees("READY");
    terminal.type(keys);
    expect(await terminal.ended).toBe(0);
    const shown = [...keys].map((key) => key.charCodeAt(0).toString(16).padStart(2, "0"));
    expect(terminal.output).toStartWith(modes);
    expect(
      terminal.output
        .slice(modes.length + 5)
        .trim()
        .split(/\s+/),
    ).toEqual(shown);
  });

  test("of 4 MB go through unchanged in both directions at once", async () => {
    const sent = Buffer.alloc(4_000_000);
    let seed = 5;
    for (let at = 0; at < sent.length; at++) {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      sent[at] = seed >>> 16;
    }
    await using terminal = proxied(`stty raw -echo; printf READY; head -c ${sent.length}`);
    await terminal.sees("READY");
    terminal.type(sent);
    expect(await terminal.ended).toBe(0);
    expect(terminal.output.length).toBe(sent.length + 5);
    expect(terminal.output.slice(5) === sent.toString("latin1")).toBe(true);
  });

  test("printed last are there when the program ends at once", async () => {
    await using terminal = proxied("head -c 60000 /dev/zero | tr '\\0' x; printf END");
    expect(await terminal.ended).toBe(0);
    expect(terminal.output).toBe(`${"x".repeat(60_000)}END`);
  });
});

describe("Ctrl-C, Ctrl-Z and fg", () => {
  test("Ctrl-C interrupts the program and the shell sees it end by SIGINT", async () => {
    await using terminal = shell();
    await terminal.sees("PROMPT> ");
    terminal.type(running("echo UP; sleep 60; echo NOT-REACHED"));
    await terminal.sees("UP\r\n");
    terminal.type("\x03");
    await terminal.sees("PROMPT> ");
    terminal.type("echo code-$?\r");
    await terminal.sees("code-130");
    expect(terminal.output).not.toContain("\r\nNOT-REACHED");
  });

  test("Ctrl-Z gives the shell its terminal back and fg goes on where it was, twice", async () => {
    await using terminal = shell();
    await terminal.sees("PROMPT> ");
    const before = await modeOf(terminal.pid);
    terminal.type(running("echo UP; while read line; do echo got-$line; done"));
    await terminal.sees("UP\r\n");
    for (const word of ["one", "two"]) {
      terminal.type("\x1a");
      await terminal.sees("Stopped");
      await terminal.sees("PROMPT> ");
      terminal.type("stty -a > stopped; echo STILL-$((1+1))\r");
      await terminal.sees("STILL-2");
      await terminal.sees("PROMPT> ");
      expect(readFileSync(join(box.home, "stopped"), "utf8")).toContain(" icanon ");
      terminal.type("fg\r");
      await terminal.sees("taw run");
      terminal.type(`${word}\r`);
      await terminal.sees(`got-${word}\r\n`);
    }
    terminal.type("\x04");
    await terminal.sees("PROMPT> ");
    await until(
      "the mode from before",
      () => modeOf(terminal.pid),
      (mode) => mode === before,
    );
  });

  test("a program that stops its whole group is stopped and continued with it", async () => {
    await using terminal = shell();
    await terminal.sees("PROMPT> ");
    terminal.type(
      running('trap "echo WOKEN" CONT; echo UP; kill -TSTP 0; echo WENT-ON; sleep 0.1'),
    );
    await terminal.sees("Stopped");
    terminal.resize(77, 22);
    terminal.type("fg\r");
    await terminal.sees("WOKEN\r\n");
    await terminal.sees("WENT-ON\r\n");
  });

  test("where no shell could continue it, a stop is passed over as without the proxy", async () => {
    await using terminal = proxied("kill -TSTP $$; echo WENT-ON; exit 3");
    await terminal.sees("WENT-ON");
    expect(await terminal.ended).toBe(3);
  });

  test("a shell inside keeps its own jobs", async () => {
    await using terminal = onTerminal([bin, "run", "bash", "--norc", "--noprofile", "-i"], {
      env: box.env,
    });
    await terminal.sees("PROMPT> ");
    terminal.type("sleep 60\r");
    await terminal.sees("sleep 60\r\n");
    await until(
      "sleep in front",
      () => frontOf(terminal.pid),
      (name) => name === "sleep",
    );
    terminal.type("\x1a");
    await terminal.sees("Stopped");
    await terminal.sees("PROMPT> ");
    terminal.type("fg\r");
    await until(
      "sleep in front again",
      () => frontOf(terminal.pid),
      (name) => name === "sleep",
    );
    terminal.type("\x03");
    await terminal.sees("PROMPT> ");
    terminal.type("exit 5\r");
    expect(await terminal.ended).toBe(5);
  });
});

describe("the end", () => {
  test.each([0, 1, 7, 126, 148, 255])("exit code %d is the program's", async (code) => {
    await using terminal = proxied(`exit ${code}`);
    expect(await terminal.ended).toBe(code);
  });

  test.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"] as const)(
    "a program that dies by %s takes the proxy the same way",
    async (signal) => {
      await using terminal = proxied(`kill -${signal.slice(3)} $$; sleep 60`);
      expect(await terminal.ended).toBe(signal);
    },
  );

  test("a program that dies with a core dump gives 128 and the signal, and no second dump", async () => {
    await using terminal = proxied("ulimit -c 0; kill -SEGV $$; sleep 60");
    expect(await terminal.ended).toBe(139);
  });

  test.each(["SIGTERM", "SIGUSR1", "SIGINT"] as const)(
    "%s to the proxy is the program's",
    async (signal) => {
      await using terminal = proxied(
        `trap 'echo CAUGHT; exit 9' ${signal.slice(3)}; echo UP; while :; do sleep 0.02; done`,
      );
      await terminal.sees("UP\r\n");
      terminal.signal(signal);
      await terminal.sees("CAUGHT\r\n");
      expect(await terminal.ended).toBe(9);
    },
  );

  test.each(["SIGTERM", "SIGHUP"] as const)(
    "the line mode is as before after %s",
    async (signal) => {
      await using terminal = shell();
      await terminal.sees("PROMPT> ");
      terminal.type("stty -g > before\r");
      terminal.type(running("echo UP-$((40+2)); exec sleep 60"));
      await terminal.sees("UP-42");
      const proxy = await until(
        "the proxy",
        () => childOf(terminal.pid),
        (pid) => pid > 0,
      );
      await until(
        "the raw mode",
        () => modeOf(proxy),
        (mode) => mode.includes("-icanon"),
      );
      process.kill(proxy, signal);
      await terminal.sees("PROMPT> ");
      terminal.type("stty -g > after\r");
      terminal.type("cmp before after && echo SAME-$((1+1))\r");
      await terminal.sees("SAME-2");
    },
  );

  test("by kill -9 leaves nothing running behind", async () => {
    await using terminal = proxied("echo UP; exec sleep 60");
    await terminal.sees("UP");
    const below = descendants(terminal.pid);
    expect(below).toHaveLength(2);
    terminal.signal("SIGKILL");
    await until(
      "all gone",
      () => below.filter(isAlive),
      (left) => left.length === 0,
    );
  });

  test("by a terminal that is closed leaves nothing running behind", async () => {
    await using terminal = proxied("echo UP; exec sleep 60");
    await terminal.sees("UP");
    const all = [terminal.pid, ...descendants(terminal.pid)];
    terminal.close();
    await until(
      "all gone",
      () => all.filter(isAlive),
      (left) => left.length === 0,
    );
  });

  test("what the program left in the background lives on", async () => {
    await using terminal = proxied("sleep 60 & echo $! > left-behind; echo OVER");
    await terminal.sees("OVER");
    expect(await terminal.ended).toBe(0);
    const pid = Number(readFileSync(join(box.home, "left-behind"), "utf8"));
    expect(isAlive(pid)).toBe(true);
    process.kill(pid, "SIGKILL");
  });
});

function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, "latin1");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** Null for a process that has ended since it was listed. */
function parentOf(pid: number): number | null {
  try {
    return Number(statOf(pid)[1]);
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ESRCH") return null;
    throw error;
  }
}

function childOf(pid: number): number {
  return descendants(pid)[0] ?? 0;
}

/** Children, then theirs, by /proc. */
function descendants(pid: number): number[] {
  const pids = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const children = pids.filter((candidate) => isAlive(candidate) && parentOf(candidate) === pid);
  return children.concat(children.flatMap(descendants));
}

/** The name of the process that leads the group in front on the innermost terminal. */
function frontOf(pid: number): string {
  const innermost = descendants(pid)[0] ?? pid;
  const front = Number(statOf(innermost)[5]);
  return readFileSync(`/proc/${front}/comm`, "latin1").trim();
}
