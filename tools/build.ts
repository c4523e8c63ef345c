import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join, relative } from "node:path";

/**
 * Bundles taw into `dist/<id>/` and points `dist/main.js`, `dist/run.js` and `dist/watcher.js` at it (decision 25). The
 * id is a hash of what goes in, so the same tree gives the same build, and two builds at once cannot mix: folder and
 * pointers each arrive by one rename. A pointer compares every source file's time with the one the build saw, and
 * starts the source when one differs: no process and no shell loop does it as fast (0.3 ms for 200 files).
 */
const root = join(import.meta.dir, "..");
const dist = join(root, "dist");
const INPUTS = [
  "{package.json,bun.lock,tsconfig.json}",
  "tools/build.ts",
  "{src,watcher,tui,remote}/**",
];
interface Entry {
  /** The file of `dist` that bin/taw starts. */
  readonly pointer: string;
  readonly source: string;
  /** In one piece, and its pointer looks only at what is in it. */
  readonly isAlone?: true;
  /** A piece of that kind which comes first, and ends the program when it can answer by itself. */
  readonly first?: string;
}

const ALL_ENTRIES: readonly Entry[] = [
  { pointer: "main.js", source: "src/main.ts", first: "src/quick.ts" },
  // These stay in memory, one beside every agent that is run and one for every pane.
  { pointer: "run.js", source: "src/run.ts", isAlone: true },
  { pointer: "watcher.js", source: "watcher/main.ts", isAlone: true },
];
const ENTRIES = ALL_ENTRIES.filter(({ source }) => existsSync(join(root, source)));

/** `src/main.ts` is built as `src-main.js`. */
const builtOf = (source: string): string => source.replaceAll("/", "-").replace(/\.ts$/, ".js");
/** A program that runs loads parts of its own build late, so the builds before this one stay. */
const BUILDS_KEPT = 3;

interface Inputs {
  readonly id: string;
  /** Time of last change in ms, by path from the root. */
  readonly changedAt: Readonly<Record<string, number>>;
}

async function readInputs(): Promise<Inputs> {
  const hash = new Bun.CryptoHasher("sha256").update(`bun ${Bun.version}\n`);
  const changedAt: Record<string, number> = {};
  const paths = INPUTS.flatMap((pattern) => Array.from(new Bun.Glob(pattern).scanSync(root)));
  for (const path of paths.toSorted()) {
    const file = Bun.file(join(root, path));
    changedAt[path] = file.lastModified;
    const content = await file.bytes();
    hash.update(`${path} ${content.length}\n`).update(content);
  }
  return { id: hash.digest("hex").slice(0, 16), changedAt };
}

async function bundle(id: string): Promise<void> {
  if (existsSync(join(dist, id))) return;
  // console.error is red on a terminal, and nothing is wrong.
  await Bun.write(Bun.stderr, "taw: building\n");
  const unfinished = join(dist, `.${id}.${process.pid}`);
  try {
    const alone = ENTRIES.filter(({ isAlone }) => isAlone).map(({ source }) => source);
    const firsts = ENTRIES.flatMap(({ first }) => first ?? []);
    const shared = ENTRIES.filter(({ isAlone }) => !isAlone).map(({ source }) => source);
    await bundleInto(unfinished, id, shared, true);
    await bundleInto(unfinished, id, [...alone, ...firsts], false);
    renameUnlessThere(unfinished, join(dist, id));
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

async function bundleInto(
  outdir: string,
  id: string,
  sources: readonly string[],
  splitting: boolean,
): Promise<void> {
  if (sources.length === 0) return;
  await Bun.build({
    entrypoints: sources.map((source) => join(root, source)),
    root,
    outdir,
    naming: { entry: "[dir]-[name].[ext]", chunk: "[name]-[hash].[ext]" },
    target: "bun",
    splitting,
    minify: { whitespace: true, syntax: true },
    sourcemap: "linked",
    // Its native library is found only from node_modules (reference/stack/guide.md §2.6).
    external: ["@opentui/*"],
    define: { TAW_BUILD: JSON.stringify(id) },
  });
}

/** Another build of the same id may have come first; it holds the same. */
function renameUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

/** The times of what is in a piece that stands alone. */
async function timesInside(source: string, { id, changedAt }: Inputs): Promise<string> {
  const { sources } = await Bun.file(join(dist, id, `${builtOf(source)}.map`)).json();
  const inside = new Set<string>(
    sources.map((source: string) => relative(root, join(dist, id, source))),
  );
  // A source map does not name the texts that are built in.
  const hasTexts = inside.has("src/detect/catalogue.ts");
  const isText = (path: string) => hasTexts && path.endsWith(".toml");
  const times = Object.entries(changedAt).filter(([path]) => inside.has(path) || isText(path));
  return JSON.stringify(Object.fromEntries(times));
}

async function point({ source, pointer, isAlone, first }: Entry, inputs: Inputs): Promise<void> {
  const { id } = inputs;
  const times = isAlone ? await timesInside(source, inputs) : JSON.stringify(inputs.changedAt);
  const beforehand =
    first === undefined
      ? ""
      : `if (isFresh(${await timesInside(first, inputs)})) await import("./${id}/${builtOf(first)}");\n`;
  const code = `// Starts build ${id} while its sources are as they were, else the sources.
const root = import.meta.dir.slice(0, -"/dist".length);
function isFresh(changedAt) {
  if (Bun.version !== ${JSON.stringify(Bun.version)}) return false;
  for (const path in changedAt) {
    if (Bun.file(root + "/" + path).lastModified !== changedAt[path]) return false;
  }
  return true;
}
${beforehand}await import(isFresh(${times}) ? "./${id}/${builtOf(source)}" : "../${source}");
`;
  const unfinished = join(dist, `.${pointer}.${process.pid}`);
  await Bun.write(unfinished, code);
  renameSync(unfinished, join(dist, pointer));
}

function removeOldBuilds(current: string): void {
  const byAge = readdirSync(dist)
    .filter((name) => /^[0-9a-f]{16}$/.test(name) && name !== current)
    .map((name) => ({ name, madeAt: statSync(join(dist, name)).mtimeMs }))
    .toSorted((one, other) => other.madeAt - one.madeAt);
  for (const { name } of byAge.slice(BUILDS_KEPT)) {
    rmSync(join(dist, name), { recursive: true, force: true });
  }
}

async function build(): Promise<void> {
  mkdirSync(dist, { recursive: true });
  for (;;) {
    const inputs = await readInputs();
    await bundle(inputs.id);
    // Sources edited while they were bundled would be under the id of what they were.
    if ((await readInputs()).id !== inputs.id) {
      rmSync(join(dist, inputs.id), { recursive: true, force: true });
      continue;
    }
    for (const entry of ENTRIES) await point(entry, inputs);
    removeOldBuilds(inputs.id);
    return;
  }
}

await build();
