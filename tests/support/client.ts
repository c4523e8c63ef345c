import type { TmuxServer } from "./tmux.ts";
import { until } from "./until.ts";

/** A person's terminal attached to a test's server: a real tmux client in a PTY. */
export interface TerminalClient {
  /** tmux's name for it, its tty. */
  readonly name: string;
  /** Everything tmux drew so far. */
  readonly drawn: () => string;
  /** Sends bytes as if typed (`\x02a` is prefix, a). */
  type(bytes: string): void;
  detach(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Attaches to a session, in control mode where that is told, and waits until tmux lists the client. */
export async function attachClient(
  server: TmuxServer,
  options: { session?: string; columns?: number; rows?: number; isControl?: boolean } = {},
): Promise<TerminalClient> {
  const names = async () =>
    (await server.tmux("list-clients", "-F", "#{client_name}")).split("\n").filter(Boolean);
  const before = await names();
  const control = options.isControl ? ["-C"] : [];
  let drawn = "";
  const child = Bun.spawn(
    [
      "tmux",
      ...control,
      "-L",
      server.name,
      "attach-session",
      "-t",
      `=${options.session ?? "main"}`,
    ],
    {
      env: { ...server.box.env },
      terminal: {
        cols: options.columns ?? 100,
        rows: options.rows ?? 30,
        data: (_terminal, data) => void (drawn += data.toString()),
      },
    },
  );
  const added = await until(
    "the client is attached",
    async () => (await names()).find((name) => !before.includes(name)) ?? "",
  );
  const detach = async () => {
    child.kill();
    await child.exited;
    await until(
      "the client has gone",
      async () => !(await names().catch((): string[] => [])).includes(added),
    );
  };
  return {
    name: added,
    drawn: () => drawn,
    type: (bytes) => void child.terminal?.write(bytes),
    detach,
    [Symbol.asyncDispose]: detach,
  };
}
