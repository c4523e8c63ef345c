import { describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { join } from "node:path";
import { parseStatusBody } from "../../../src/core/program-status.ts";
import { StatusRecords } from "../../../src/core/status-records.ts";
import { PaneStream, type Signals } from "../../../src/core/stream.ts";

const recordings = join(import.meta.dir, "../../fixtures/recordings");

const recorded = async (name: string): Promise<string> =>
  Buffer.from(await Bun.file(join(recordings, `${name}.bytes`)).bytes()).toString("latin1");

const bytes = (text: string): string => Buffer.from(text).toString("latin1");

/** All signals of a stream that got these bytes in pieces of one size. */
function signalsOf(output: string, size = output.length || 1): Signals {
  const stream = new PaneStream();
  for (let at = 0; at < output.length; at += size) stream.feed(output.slice(at, at + size));
  return stream.take();
}

const bodiesOf = ({ program }: Signals): string[] =>
  program.map((event) => (event.type === "status" ? event.body : event.type));

const isUnusual = (stream: PaneStream, output: string): boolean => {
  stream.feed(output);
  return stream.take().unusual;
};

const formOf = (output: string): number => signalsOf(output).form;

describe("the same bytes give the same signals, however they are cut", () => {
  const names = [...new Glob("*/*.bytes").scanSync(recordings)].map((name) => name.slice(0, -6));

  test.each(names.toSorted())("%s", async (name) => {
    const output = await recorded(name);
    const whole = signalsOf(output);
    expect(whole.bytes).toBe(output.length);
    for (const size of [1, 2, 7, 64, 4096, 65536]) expect(signalsOf(output, size)).toEqual(whole);
  });

  test("garbage with every byte in it", () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      return (seed >>> 8) % below;
    };
    const parts = [
      "\x1b",
      "\x1b]",
      "\x1b[",
      "\x1bP",
      "\x1b_",
      "\x1b\\",
      "\x07",
      "\x18",
      "0;t",
      "7501;state=idle",
      "?1049h",
      "\n",
    ];
    let output = "";
    for (let count = 0; count < 20_000; count++)
      output +=
        random(3) > 0 ? (parts[random(parts.length)] ?? "") : String.fromCharCode(random(256));
    const whole = signalsOf(output);
    for (const size of [1, 3, 7, 1000]) expect(signalsOf(output, size)).toEqual(whole);
  });
});

describe("in real output", () => {
  test("Codex's reports of a turn with a dialog are read in order", async () => {
    const signals = signalsOf(await recorded("codex/turn-perm"));
    expect(bodiesOf(signals)).toEqual([
      "state=idle:app=codex",
      "state=working:app=codex",
      "state=blocked:app=codex:kind=permission",
      "state=working:app=codex",
      "state=done:app=codex",
    ]);
    const records = bodiesOf(signals).reduce(
      (known, body) => known.apply(parseStatusBody(body)),
      StatusRecords.none,
    );
    expect(records.fold()).toMatchObject({ state: "done", app: "codex" });
  });

  test("Claude Code's question whether reports are read is seen", async () => {
    expect(bodiesOf(signalsOf(await recorded("claude/osc7501")))).toEqual(["?"]);
  });

  test("Gemini's title says what it does", async () => {
    const output = await recorded("gemini/turn-edit");
    const asks = output.indexOf("Action Required");
    expect(signalsOf(output.slice(0, asks + 200)).title).toMatch(
      /^✋ {2}Action Required \(proj\) +$/,
    );
    expect(signalsOf(output).title).toMatch(/^◇ {2}Ready \(proj\) +$/);
  });

  test("opencode's start-up asks the terminal things that are no notification and no title", async () => {
    const signals = signalsOf(await recorded("opencode/startup"));
    expect(signals.notifications).toEqual([]);
    expect(signals.bell).toBe(false);
    expect(signals.program).toEqual([]);
    expect(signals.screen).toBe("alternate");
  });
});

describe("a title", () => {
  test.each([
    ["set by OSC 0 and BEL", "\x1b]0;one\x07", "one"],
    ["set by OSC 2 and ST", "\x1b]2;two\x1b\\", "two"],
    ["set last wins", "\x1b]0;one\x07text\x1b]2;two\x07", "two"],
    ["cleared", "\x1b]0;one\x07\x1b]0;\x07", ""],
    ["of an icon only is none", "\x1b]1;icon\x07", null],
    ["in UTF-8", bytes("\x1b]0;✳ Über\x07"), "✳ Über"],
    ["with control and direction characters", bytes("\x1b]0;a\tb\u202ec\u{e0001}\x07"), "abc"],
    ["with a ; in it", "\x1b]0;a;b\x07", "a;b"],
    ["over 256 characters is cut", `\x1b]0;${"t".repeat(300)}\x07`, "t".repeat(256)],
    ["of 4096 bytes is read", `\x1b]0;${"t".repeat(4096)}\x07`, "t".repeat(256)],
    ["of 4097 bytes is dropped", `\x1b]0;${"t".repeat(4097)}\x07`, null],
    ["that is broken off is dropped", "\x1b]0;half\x1b[31m", null],
    ["that is cancelled is dropped", "\x1b]0;half\x18", null],
    ["inside a DCS string is not one", "\x1bPtmux;\x1b\x1b]0;x\x07\x1b\x1b\\\x1b\\", null],
    ["inside an APC string is not one", "\x1b_G]0;x\x07\x1b\\", null],
    ["inside PM and SOS strings is not one", "\x1b^]0;x\x1b\\\x1bX]0;y\x1b\\", null],
    ["after a DCS string is one", "\x1bPq#0\x1b\\\x1b]0;x\x07", "x"],
  ])("%s", (_rule, output, title) => {
    for (const size of [1, 5, 10_000]) expect(signalsOf(output, size).title).toBe(title);
  });
});

describe("a bell", () => {
  test.each([
    ["in plain text rings", "a\x07b", true],
    ["inside a control sequence rings", "\x1b[3\x071m", true],
    ["that ends a title does not", "\x1b]0;x\x07", false],
    ["inside a DCS or APC string does not", "\x1bPa\x07b\x1b\\\x1b_c\x07d\x1b\\", false],
    ["after a title rings", "\x1b]0;x\x07\x07", true],
  ])("%s", (_rule, output, bell) => {
    for (const size of [1, 10_000]) expect(signalsOf(output, size).bell).toBe(bell);
  });
});

describe("progress and notifications", () => {
  test("any OSC 9 sets progress, and only OSC 9 with text is a notification", () => {
    const bar = signalsOf("\x1b]9;4;1;50\x07");
    expect(bar).toMatchObject({ progress: "4;1;50", notifications: [] });
    const text = signalsOf("\x1b]9;4;1;50\x07\x1b]9;Build done\x07");
    expect(text).toMatchObject({
      progress: "Build done",
      notifications: [{ source: "9", text: "Build done" }],
    });
  });

  test.each([
    ["777;notify;Title;Text; more", { source: "777", text: "Title: Text; more" }],
    ["777;notify;Title", { source: "777", text: "Title" }],
    ["777;other;x", undefined],
    ["99;i=1:d=0;Hello", { source: "99", text: "Hello" }],
    ["99;e=1:p=body;SGVsbG8=", { source: "99", text: "Hello" }],
    ["99;i=1:p=?;", undefined],
    ["99;i=1:p=icon;abc", undefined],
  ])("OSC %s", (body, notification) => {
    expect<unknown>(signalsOf(`\x1b]${body}\x1b\\`).notifications[0]).toEqual(notification);
  });

  test("the last eight notifications are kept", () => {
    const output = Array.from({ length: 20 }, (_, index) => `\x1b]9;note ${index}x\x07`).join("");
    const texts = signalsOf(output).notifications.map(({ text }) => text);
    expect(texts).toEqual([12, 13, 14, 15, 16, 17, 18, 19].map((index) => `note ${index}x`));
  });
});

describe("what ends a program's records", () => {
  test("stands in order with its reports", () => {
    const output =
      "\x1b]7501;state=working\x07\x1b]133;A\x07\x1b]133;A;k=s\x07\x1b]133;B\x07\x1bc\x1b]7501;state=idle\x1b\\";
    expect(bodiesOf(signalsOf(output))).toEqual([
      "state=working",
      "prompt",
      "prompt",
      "reset",
      "state=idle",
    ]);
  });

  test("is neither a soft reset nor a switch of screens", () => {
    expect(signalsOf("\x1b[!p\x1b[?1049h\x1b[?1049l").program).toEqual([]);
  });

  test("is not the c of a longer escape sequence", () => {
    expect(signalsOf("\x1b(c\x1b[c").program).toEqual([]);
  });
});

describe("screens and synchronized updates", () => {
  test.each([
    ["\x1b[?1049h", "alternate"],
    ["\x1b[?1049h\x1b[?1049l", "main"],
    ["\x1b[?25;1047h", "alternate"],
    ["\x1b[?47l", "main"],
    ["\x1b[1049h", null],
    ["\x1b[?2026h", null],
  ] as const)("%p", (output, screen) => {
    for (const size of [1, 100]) expect(signalsOf(output, size).screen).toBe(screen);
  });

  test("the stream knows whether it stands inside an update", () => {
    const stream = new PaneStream();
    stream.feed("\x1b[?2026hhalf a frame");
    expect(stream.take().inSync).toBe(true);
    expect(stream.take().inSync).toBe(true);
    stream.feed("the rest\x1b[?2026l");
    expect(stream.take().inSync).toBe(false);
  });
});

describe("unusual output", () => {
  test("is a title that differs by more than digits and braille", () => {
    const stream = new PaneStream();
    expect(isUnusual(stream, bytes("\x1b]0;⠋ Working 1s\x07"))).toBe(true);
    expect(isUnusual(stream, bytes("\x1b]0;⠙ Working 12s\x07"))).toBe(false);
    expect(isUnusual(stream, bytes("\x1b]0;✳ Working 12s\x07"))).toBe(true);
    expect(isUnusual(stream, bytes("\x1b]0;◐ Working 12s\x07"))).toBe(true);
  });

  test("is an OSC other than 8 with a body that its code did not have before", () => {
    const stream = new PaneStream();
    expect(isUnusual(stream, "\x1b]7501;state=working\x07")).toBe(true);
    expect(isUnusual(stream, "\x1b]7501;state=working\x07")).toBe(false);
    expect(isUnusual(stream, "\x1b]7501;state=idle\x07")).toBe(true);
    expect(isUnusual(stream, "\x1b]8;;http://x\x07\x1b]8;;\x07")).toBe(false);
  });

  test("is a bell, a switch of screens, a reset; drawing is not", () => {
    const stream = new PaneStream();
    expect(isUnusual(stream, "\x07")).toBe(true);
    expect(isUnusual(stream, "\x1b[?1049h")).toBe(true);
    expect(isUnusual(stream, "\x1bc")).toBe(true);
    expect(isUnusual(stream, "\x1b[2J\x1b[H\x1b[31mtext\r\n\x1b[?25l\x1b[?2026h")).toBe(false);
  });
});

describe("the form of the output", () => {
  test("is the order of control functions without colours, modes and repeats", () => {
    const frame = "\x1b[H\x1b[2Kline one\r\n\x1b[2Kline two";
    expect(formOf("\x1b[H\x1b[2Kline 001\r\n\x1b[2Kline 002")).toBe(formOf(frame));
    expect(formOf("\x1b[H\x1b[2K\x1b[Kin\x1b[1m 1\r\n\x1b[2Klin 2")).toBe(formOf(frame));
    expect(formOf("\x1b[2K\x1b[Hline one\r\n\x1b[2Kline two")).not.toBe(formOf(frame));
  });

  test("holds the size as a power of two", () => {
    expect(formOf("x".repeat(100))).toBe(formOf("x".repeat(120)));
    expect(formOf("x".repeat(100))).not.toBe(formOf("x".repeat(400)));
  });

  test("starts anew with every take", () => {
    const stream = new PaneStream();
    stream.feed("\x1b[H\x1b[Jframe");
    const { form } = stream.take();
    stream.feed("\x1b[H\x1b[Jframe");
    expect(stream.take().form).toBe(form);
  });
});

describe("a string that is not terminated", () => {
  test.each(["\x1b]0;", "\x1bP", "\x1b_", "\x1b]52;c;"])(
    "%p is left where tmux leaves it, after 5 s",
    (opening) => {
      const stream = new PaneStream();
      stream.feed(`${opening}half`, 1000);
      stream.feed("\x07".repeat(opening === "\x1bP" || opening === "\x1b_" ? 1 : 0), 5999);
      expect(stream.take().bell).toBe(false);
      stream.feed("\x07", 6000);
      expect(stream.take().bell).toBe(true);
    },
  );

  test("does not grow", () => {
    const stream = new PaneStream();
    const chunk = "x".repeat(65_536);
    for (const opening of ["\x1b]0;", "\x1bP", "\x1b_", "\x1b["]) {
      stream.feed(opening);
      Bun.gc(true);
      const before = process.memoryUsage().heapUsed;
      for (let count = 0; count < 500; count++) stream.feed(chunk + String(count));
      Bun.gc(true);
      expect(process.memoryUsage().heapUsed - before).toBeLessThan(1_000_000);
    }
    stream.feed("\x1b\\\x1b]0;here again\x07");
    expect(stream.take().title).toBe("here again");
  });

  test("ends where a new sequence begins", () => {
    const output = `\x1b]52;c;${"A".repeat(10_000)}\x1b]0;next\x07`;
    for (const size of [1, 100, 20_000]) expect(signalsOf(output, size).title).toBe("next");
  });
});

test("a flood of reports between two takes keeps the last 1024", () => {
  const output = Array.from(
    { length: 3000 },
    (_, index) => `\x1b]7501;state=idle:id=c${index}\x07`,
  ).join("");
  const bodies = bodiesOf(signalsOf(output));
  expect(bodies).toHaveLength(1024);
  expect(bodies[1023]).toBe("state=idle:id=c2999");
});
