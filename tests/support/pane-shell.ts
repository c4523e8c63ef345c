import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bin, run } from "./taw.ts";
import type { Ran } from "./taw.ts";
import type { TmuxServer } from "./tmux.ts";
import { until } from "./until.ts";

/** A pane whose shell runs what a test hands it. */
export interface PaneShell {
  readonly id: string;
  /**
   * Runs a line of sh, in which `taw` is the tested one, and gives how it ended. `way` says how the pane's shell starts
   * the command that runs the line.
   */
  run(line: string, way?: (command: string) => string): Promise<Ran>;
}

let count = 0;

/** The shell is the pane's own process, so what it runs descends from the pane; nothing is typed. */
export async function paneShell(server: TmuxServer): Promise<PaneShell> {
  const pipe = join(server.box.root, `pane-shell-${++count}`);
  await run(["mkfifo", pipe], { env: server.box.env });
  const loop = 'while :; do read -r line <"$0" && eval "$line"; done';
  const id = await server.pane("sh", "-c", loop, pipe);
  return { id, run: (line, way = (command) => command) => runIn(server, pipe, line, way) };
}

async function runIn(
  server: TmuxServer,
  pipe: string,
  line: string,
  way: (command: string) => string,
): Promise<Ran> {
  const script = join(server.box.root, `script-${++count}`);
  const body = `taw() { '${bin}' "$@"; }\n{ ${line}\n} >"$0.out" 2>"$0.err"\necho $? >"$0.code"\n`;
  await Bun.write(script, body);
  const words = ["sh", "-c", 'printf "%s\\n" "$1" >"$2"', "sh", way(`sh ${script}`), pipe];
  await run(words, { env: server.box.env });
  const textOf = (end: string): string =>
    existsSync(`${script}.${end}`) ? readFileSync(`${script}.${end}`, "utf8") : "";
  const code = await until(
    `${line} has ended`,
    () => textOf("code"),
    (text) => text.endsWith("\n"),
  );
  const stdout = textOf("out");
  return {
    code: Number(code),
    stdout,
    stderr: textOf("err"),
    get json(): unknown {
      return JSON.parse(stdout);
    },
  };
}
