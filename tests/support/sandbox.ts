import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A home of its own for one test: nothing of the machine's user is read or written. */
export interface Sandbox {
  readonly root: string;
  readonly home: string;
  /** The whole environment for processes of the test; nothing else of the runner's environment is passed on. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs when the sandbox closes, last added first. */
  onClose(task: () => void | Promise<void>): void;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Makes a sandbox: `await using box = sandbox()`, or `close()` it in `afterAll`. Paths are short: sockets lie in it. */
export function sandbox(extraEnv: Readonly<Record<string, string>> = {}): Sandbox {
  const root = mkdtempSync(join(tmpdir(), "taw-"));
  const home = join(root, "home");
  const folders = {
    HOME: home,
    TMPDIR: join(root, "tmp"),
    TMUX_TMPDIR: join(root, "tmp"),
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_STATE_HOME: join(home, ".local/state"),
    XDG_DATA_HOME: join(home, ".local/share"),
    XDG_CACHE_HOME: join(home, ".cache"),
    XDG_RUNTIME_DIR: join(root, "run"),
  };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const tasks: (() => void | Promise<void>)[] = [];
  const close = async () => {
    for (const task of tasks.splice(0).toReversed()) await task();
    rmSync(root, { recursive: true, force: true });
  };
  return {
    root,
    home,
    env: { ...folders, ...machine(), ...extraEnv },
    onClose: (task) => void tasks.push(task),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** What a process needs of the machine: programs, a UTF-8 locale, a plain shell. */
const machine = (): Record<string, string> => ({
  PATH: process.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
  LANG: "C.UTF-8",
  LC_ALL: "C.UTF-8",
  TERM: "xterm-256color",
  COLORTERM: "truecolor",
  SHELL: "/bin/sh",
  USER: process.env["USER"] ?? "tester",
});

/** A sandbox whose `bin` folder stands in front of the machine's own programs on PATH. */
export function programSandbox(): Sandbox {
  const box = sandbox();
  const programs = join(box.root, "bin");
  mkdirSync(programs);
  return { ...box, env: { ...box.env, PATH: `${programs}:${box.env["PATH"] ?? ""}` } };
}
