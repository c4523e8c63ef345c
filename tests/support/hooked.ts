import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Fields } from "../../src/core/json.ts";
import { fieldsOf, resultOf } from "./answer.ts";
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

/** The processes that run commands for a server. */
export async function runnersOf(on: TmuxServer): Promise<number[]> {
  const pids: number[] = [];
  for await (const path of new Bun.Glob("[0-9]*/environ").scan("/proc")) {
    const pid = Number(path.split("/")[0]);
    const [words, environment] = await Promise.all(
      ["cmdline", "environ"].map((name) =>
        Bun.file(`/proc/${pid}/${name}`)
          .text()
          .catch(() => ""),
      ),
    );
    const isRunner = words?.split("\0").join(" ").includes("hooks run") === true;
    if (isRunner && environment?.includes(on.box.root) === true && !words.startsWith("sh"))
      pids.push(pid);
  }
  return pids;
}
