import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { TmuxServer } from "./tmux.ts";

/** A `tmux` that counts how often it is started: in all, or with one command. */
export function countingTmux(server: TmuxServer): {
  path: string;
  count: (command?: string) => number;
} {
  const folder = `${server.box.root}/counting`;
  const log = `${server.box.root}/started`;
  const real = Bun.which("tmux", { PATH: server.box.env["PATH"] ?? "" }) ?? "tmux";
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/tmux`, `#!/bin/sh\necho "$4" >>'${log}'\nexec '${real}' "$@"\n`);
  chmodSync(`${folder}/tmux`, 0o755);
  // Behind the flags that name the server.
  const commands = () => (existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n") : []);
  return {
    path: `${folder}:${server.box.env["PATH"] ?? ""}`,
    count: (command) => commands().filter((one) => command === undefined || one === command).length,
  };
}
