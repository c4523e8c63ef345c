import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "../../src/loader/load.ts";
import type { Loaded } from "../../src/loader/load.ts";
import { addressOf } from "../../src/tmux/address.ts";
import { makeTmux } from "../../src/tmux/client.ts";
import type { Tmux } from "../../src/tmux/client.ts";
import { bin } from "./taw.ts";
import type { TmuxServer } from "./tmux.ts";

/** taw's own tmux edge on a test's server. */
export const edgeOf = (server: TmuxServer): Tmux =>
  makeTmux(addressOf({ uid: 0, socketPath: server.socketPath }), { ...server.box.env });

/**
 * A launcher that keeps what it was called with, one call a line, and is the real taw but for `__watch`, where it keeps
 * what the pane prints, and for `ui`, where it only says that it was there.
 */
export interface Recorder {
  readonly launcher: string;
  readonly calls: () => string[];
  /** What a pane printed since its pipe was opened. */
  readonly heard: (paneId: string) => string;
}

export function recorder(server: TmuxServer, name = "taw"): Recorder {
  const root = server.box.root;
  const launcher = join(root, name);
  const log = join(root, "calls");
  writeFileSync(
    launcher,
    `#!/bin/sh
echo "$*" >>'${log}'
case $1 in
__watch) exec cat >>"${root}/heard-$2" ;;
ui) echo "ui on $TAW_CLIENT $(stty size)" >>'${log}'; exit ;;
esac
exec '${bin}' "$@"
`,
  );
  chmodSync(launcher, 0o755);
  return {
    launcher,
    calls: () => textOf(log).split("\n").filter(Boolean),
    heard: (paneId) => textOf(`${root}/heard-${paneId}`),
  };
}

/** Loads taw into the server with a launcher of the test's. */
export const loadInto = (server: TmuxServer, launcher: string): Promise<Loaded> =>
  load(edgeOf(server), { ...server.box.env }, launcher, async () => []);

const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "");
