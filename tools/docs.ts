import { cliDocs, errorDocs } from "../src/cli/docs.ts";
import { configDocs } from "../src/config/docs.ts";
import { configSchema } from "../src/config/json-schema.ts";
import { optionDocs } from "../src/tmux/options-docs.ts";
import { evidencePage } from "../tests/lab/evidence.ts";
import { socketPage } from "./socket-page.ts";
import { people } from "./people.ts";

export interface GeneratedFile {
  /** From the project's root. */
  readonly path: string;
  readonly make: () => string | Promise<string>;
}

const root = `${import.meta.dir}/..`;

/** Every file that is made from a table, or from committed run logs. `bun run docs` writes them, `bun run docs --check` fails on a difference. */
const GENERATED: readonly GeneratedFile[] = [
  { path: "docs/CONFIG.md", make: configDocs },
  { path: "docs/CLI.md", make: cliDocs },
  { path: "docs/ERRORS.md", make: errorDocs },
  { path: "docs/OPTIONS.md", make: optionDocs },
  { path: "docs/SOCKET.md", make: socketPage },
  { path: "docs/EVIDENCE.md", make: () => evidencePage(`${root}/docs/evidence`) },
  { path: "docs/config.schema.json", make: () => JSON.stringify(configSchema()) },
];

/** What a file must hold, formatted as `bun fmt` formats it, since that goes over these files too. */
async function textOf({ path, make }: GeneratedFile): Promise<string> {
  const formatter = Bun.spawn(
    [process.execPath, "fmt", "--no-script", `--stdin-filepath=${path}`],
    {
      cwd: root,
      stdin: new Blob([await make()]),
      stdout: "pipe",
    },
  );
  const text = await new Response(formatter.stdout).text();
  if ((await formatter.exited) !== 0) throw new Error(`${path} cannot be formatted`);
  return text;
}

/** The generated files that are not what their tables say, with what they should be. */
export async function staleFiles(): Promise<{ path: string; text: string }[]> {
  const states = GENERATED.map(async (generated) => {
    const file = Bun.file(`${root}/${generated.path}`);
    const text = await textOf(generated);
    const isTrue = (await file.exists()) && (await file.text()) === text;
    return isTrue ? [] : [{ path: generated.path, text }];
  });
  return (await Promise.all(states)).flat();
}

async function main(args: readonly string[]): Promise<void> {
  const stale = await staleFiles();
  if (args.includes("--check")) {
    for (const { path } of stale) people.error(`${path} is not what its table says: bun run docs`);
    process.exitCode = stale.length === 0 ? 0 : 1;
    return;
  }
  for (const { path, text } of stale) {
    await Bun.write(`${root}/${path}`, text);
    people.success(`wrote ${path}`);
  }
}

if (import.meta.main) await main(Bun.argv.slice(2));
