import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { TmuxServer } from "./tmux.ts";

/** A `tmux` that counts how often it is started. */
export function countingTmux(server: TmuxServer): { path: string; count: () => number } {
  const folder = `${server.box.root}/counting`;
  const log = `${server.box.root}/started`;
  const real = Bun.which("tmux", { PATH: server.box.env["PATH"] ?? "" }) ?? "tmux";
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/tmux`, `#!/bin/sh\necho x >>'${log}'\nexec '${real}' "$@"\n`);
  chmodSync(`${folder}/tmux`, 0o755);
  return {
    path: `${folder}:${server.box.env["PATH"] ?? ""}`,
    count: () => (existsSync(log) ? readFileSync(log, "utf8").length / 2 : 0),
  };
}
