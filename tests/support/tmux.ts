import { existsSync, readFileSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../../src/core/error-code.ts";
import type { Sandbox } from "./sandbox.ts";
import { sandbox } from "./sandbox.ts";
import type { Ran } from "./taw.ts";
import { run, taw } from "./taw.ts";
import { until } from "./until.ts";

/** One private tmux server of a test, with the sandbox whose environment it was started in. */
export interface TmuxServer {
  readonly box: Sandbox;
  /** For `taw -L <name>` and `tmux -L <name>`. */
  readonly name: string;
  readonly socketPath: string;
  /** Runs one tmux command line and gives its stdout without the last newline; throws with stderr when it fails. */
  tmux(...argv: string[]): Promise<string>;
  /** `bin/taw -L <name> …` in the sandbox, as if outside tmux. */
  taw(...argv: string[]): Promise<Ran>;
  /** A new window that runs `argv` (no shell in between; default `cat`), and its pane's id. */
  pane(...argv: string[]): Promise<string>;
  /** The visible screen of a pane, without trailing blank rows. */
  paneText(paneId: string): Promise<string>;
  /** One pane format, as `#{pane_pid}`. */
  format(paneId: string, format: string): Promise<string>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

interface ServerOptions {
  readonly box?: Sandbox;
  readonly width?: number;
  readonly height?: number;
  /** Lines of a tmux.conf; none by default, the user's is never read. */
  readonly conf?: string;
}

const alive = new Map<string, () => void>();
let count = 0;

process.on("exit", () => {
  for (const kill of alive.values()) kill();
});

/**
 * Starts a server with one session `main` whose first pane runs `cat`. Close it with `await using` or in `afterAll`;
 * whatever is still there when the test process ends is killed then.
 */
export async function tmuxServer(options: ServerOptions = {}): Promise<TmuxServer> {
  const box = options.box ?? sandbox();
  const name = `taw-test-${process.pid}-${++count}`;
  const conf = options.conf === undefined ? "/dev/null" : join(box.root, `${name}.conf`);
  if (options.conf !== undefined) await Bun.write(conf, options.conf);
  const socketPath = join(box.env["TMUX_TMPDIR"] ?? "", `tmux-${process.getuid?.() ?? 0}`, name);
  const argv = (words: readonly string[]) => ["tmux", "-L", name, ...words];
  const tmux = async (...words: string[]) => {
    const { code, stdout, stderr } = await run(argv(words), { env: box.env, cwd: box.home });
    if (code !== 0) throw new Error(`tmux ${words.join(" ")}: ${stderr.trim()}`);
    return stdout.replace(/\n$/, "");
  };
  const kill = () => {
    Bun.spawnSync(argv(["kill-server"]), { env: box.env, stdio: ["ignore", "ignore", "ignore"] });
    if (existsSync(socketPath)) unlinkSync(socketPath);
    alive.delete(name);
  };
  alive.set(name, kill);
  const size = ["-x", `${options.width ?? 120}`, "-y", `${options.height ?? 40}`];
  await tmux("-f", conf, "new-session", "-d", "-s", "main", ...size, "cat");
  const serverPid = Number(await tmux("display-message", "-p", "#{pid}"));
  const close = async () => {
    kill();
    await until(`tmux server ${serverPid} ended`, () => !isAlive(serverPid));
    if (options.box === undefined) await box.close();
  };
  return {
    box,
    name,
    socketPath,
    tmux,
    taw: (...words) => taw(["-L", name, ...words], { env: box.env, cwd: box.home }),
    pane: (...words) =>
      tmux("new-window", "-d", "-P", "-F", "#{pane_id}", ...(words.length === 0 ? ["cat"] : words)),
    paneText: async (paneId) =>
      (await tmux("capture-pane", "-p", "-t", paneId)).replace(/\s+$/, ""),
    format: (paneId, format) => tmux("display-message", "-p", "-t", paneId, format),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Whether a process runs; one that only waits for its parent (a zombie, where /proc tells) has ended. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) === "ESRCH") return false;
    throw error;
  }
  const stat = `/proc/${pid}/stat`;
  return !(existsSync(stat) && /\) Z /.test(readFileSync(stat, "latin1")));
}
