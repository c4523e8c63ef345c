import { Failure } from "../core/failure.ts";

/**
 * Runs a program without a shell and gives its stdout.
 *
 * @throws Failure `io_error` naming the program when it is not there, fails, or takes longer than `limitMs`
 */
export async function capture(argv: readonly string[], limitMs = 5_000): Promise<string> {
  const name = argv[0] ?? "";
  let child;
  try {
    child = Bun.spawn([...argv], {
      stdin: "ignore",
      stdout: "pipe",
      stderr: "ignore",
      timeout: limitMs,
    });
  } catch (cause) {
    throw new Failure("io_error", `cannot run ${name}: it is not on PATH`, { cause });
  }
  const stdout = await child.stdout.text();
  const code = await child.exited;
  if (code !== 0) throw new Failure("io_error", `${argv.join(" ")} failed with ${code}`);
  return stdout;
}
