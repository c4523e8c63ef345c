import { join } from "node:path";

/**
 * The tree whose `bin/taw` is tested: this one, or the copy without `dist` that `bin/test` names in order to run a
 * story once more from source.
 */
export const root = process.env["TAW_TEST_ROOT"] ?? join(import.meta.dir, "../..");
export const bin = join(root, "bin/taw");

/** How a process ended and what it said. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** stdout as JSON; throws, showing what was printed, when it is none. */
  readonly json: unknown;
}

export interface RunOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly stdin?: string;
}

/** Runs one program to its end; a signal gives 128 + its number, as in a shell. */
export async function run(argv: readonly string[], options: RunOptions): Promise<Ran> {
  const child = Bun.spawn([...argv], {
    env: { ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    stdin: options.stdin === undefined ? "ignore" : new Blob([options.stdin]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, code] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ]);
  return {
    code,
    stdout,
    stderr,
    get json(): unknown {
      try {
        return JSON.parse(stdout);
      } catch (cause) {
        throw new Error(`no JSON on stdout: ${stdout || "(nothing)"}\nstderr: ${stderr}`, {
          cause,
        });
      }
    },
  };
}

/** `bin/taw …`, started as a user's shell starts it. */
export const taw = (argv: readonly string[], options: RunOptions): Promise<Ran> =>
  run([bin, ...argv], options);
