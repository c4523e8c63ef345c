import { busy, hello, screen } from "./cockpit.ts";

/**
 * A taw for tests of the cockpit's outside: `machine feed` says what a test writes into `$FEED_SOCKET` (without one,
 * the busy machine) and answers `watch`, but for `$OLD_FEED`; `pane read` prints a screen; any other verb is written down in `$VERB_LOG` and works.
 */
const words = process.argv.slice(2);
const isOld = process.env["OLD_FEED"] === "1";
const say = (line: unknown): void => console.log(JSON.stringify(line));

if (words.includes("feed")) {
  const socket = process.env["FEED_SOCKET"];
  if (socket === undefined) {
    say(hello());
    say(busy());
  } else {
    const decoder = new TextDecoder();
    await Bun.connect({
      unix: socket,
      socket: {
        data: (_socket, bytes) => void process.stdout.write(decoder.decode(bytes)),
        close: () => process.exit(0),
      },
    });
  }
  for await (const line of console) {
    const { type, pane } = JSON.parse(line);
    if (type === "watch" && pane !== "" && !isOld) say(screen(pane));
  }
  process.exit(0);
}
if (words[0] === "pane" && words[1] === "read") {
  await Bun.write(Bun.stdout, `read: ${words.slice(2).join(" ")}\n`);
  process.exit(0);
}
const log = process.env["VERB_LOG"];
if (log !== undefined) await Bun.write(log, `${words.join(" ")}\n`);
const attach: unknown = JSON.parse(process.env["ATTACH"] ?? "null");
say({ id: "cli:pane:go", result: { type: "ok", attach } });
