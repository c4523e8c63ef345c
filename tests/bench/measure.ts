/** Samples in ms, kept raw: every figure that is printed can be made again from them. */
export type Samples = number[];

/** The value below which `share` (0–1) of the samples lie. */
export function percentile(samples: Samples, share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (samples: Samples): number => percentile(samples, 0.5);

/** How long one whole process takes, started the same way for everybody: no shell, output read to its end. */
export async function timeProcess(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const startedAt = performance.now();
  const child = Bun.spawn([...argv], {
    env: { ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
  });
  await child.stdout.bytes();
  const code = await child.exited;
  const took = performance.now() - startedAt;
  if (code !== 0) throw new Error(`${argv.join(" ")} ended with ${code}`);
  return took;
}

/** Contenders take turns, so that a slow minute of the machine is slow for all; the first round is thrown away. */
export async function takeTurns<Name extends string>(
  rounds: number,
  contenders: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Record<Name, Samples>> {
  const names = Object.keys(contenders).filter((name): name is Name => name in contenders);
  const samples = new Map<Name, Samples>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const took = await contenders[name]();
      if (round > 0) samples.get(name)?.push(took);
    }
  }
  return Object.fromEntries(samples) as Record<Name, Samples>;
}
