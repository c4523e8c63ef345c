import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Fields } from "../../src/core/json.ts";
import { fieldsOf, resultOf } from "./answer.ts";
import { run } from "./taw.ts";
import type { TmuxServer } from "./tmux.ts";
import { until } from "./until.ts";

/** Writes the config.toml of a test's home. */
export async function writeConfig(on: Pick<TmuxServer, "box">, text: string): Promise<void> {
  const folder = join(on.box.home, ".config/tmux-agent-wizard");
  mkdirSync(folder, { recursive: true });
  await Bun.write(join(folder, "config.toml"), text);
}

/** A command that keeps what it is told: one line of JSON for each call, in one write, since names do not wait for each other. */
export const KEEPS = `printf '%s\\n' "$(cat)" >>~/heard`;

/** What commands that keep it were told, in order. */
export function heard(on: Pick<TmuxServer, "box">): Fields[] {
  const path = join(on.box.home, "heard");
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => fieldsOf(JSON.parse(line)));
}

export const heardNames = (on: Pick<TmuxServer, "box">): unknown[] =>
  heard(on).map(({ event }) => event);

/** A server with taw loaded, as its config says. */
export async function loadHooked(on: TmuxServer, config: string): Promise<void> {
  await writeConfig(on, config);
  resultOf(await on.taw("tmux", "load"));
}

/** Waits until that many calls were kept, and gives them. */
export const hears = (on: TmuxServer, count: number): Promise<Fields[]> =>
  until(
    `${count} calls are kept`,
    () => heard(on),
    (calls) => calls.length >= count,
  );

/** A file of the test's home, once it holds something that holds. */
export const says = (
  on: TmuxServer,
  name: string,
  holds: (text: string) => boolean = (text) => text !== "",
): Promise<string> => {
  const path = join(on.box.home, name);
  return until(
    `${name} says it`,
    () => (existsSync(path) ? readFileSync(path, "utf8") : ""),
    holds,
  );
};

/** The processes that run commands for a server: each stands behind a shell that the server started. */
export async function runnersOf(on: TmuxServer): Promise<number[]> {
  const server = await on.tmux("display-message", "-p", "#{pid}");
  const { stdout } = await run(["ps", "-A", "-ww", "-o", "pid=,ppid=,args="], { env: on.box.env });
  const rows = stdout.split("\n").flatMap((row) => {
    const [, pid, parent, words] = /^ *(\d+) +(\d+) (.*)$/.exec(row) ?? [];
    return words?.includes("hooks run") ? [{ pid, parent }] : [];
  });
  const shells = new Set(rows.filter(({ parent }) => parent === server).map(({ pid }) => pid));
  return rows.filter(({ parent }) => shells.has(parent)).map(({ pid }) => Number(pid));
}
