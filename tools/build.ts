import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { basename, join, relative } from "node:path";
import { FIRSTS } from "./firsts.ts";

/**
 * Bundles taw into `dist/<id>/` and points `dist/main.js`, `dist/run.js` and `dist/watcher.js` at it (decision 25). The
 * id is a hash of what goes in, so the same tree gives the same build, and two builds at once cannot mix: folder and
 * pointers each arrive by one rename. A pointer compares every source file's time with the one the build saw, and
 * starts the source when one differs: no process and no shell loop does it as fast (0.3 ms for 200 files). The parts of
 * `firsts.ts` have no pointer in front of them: they know the times themselves, and are built anew when one is another.
 */
const root = join(import.meta.dir, "..");
const dist = join(root, "dist");
const INPUTS = [
  "{package.json,bun.lock,tsconfig.json}",
  "tools/{build,firsts}.ts",
  "{src,watcher,tui,remote}/**",
];
interface Entry {
  /** The file of `dist` that bin/taw starts. */
  readonly pointer: string;
  readonly source: string;
  /** Built by itself, and its pointer looks only at what is in it. */
  readonly isAlone?: true;
  /** Built by itself, with what it loads late in pieces of their own. */
  readonly loadsLate?: true;
}

const ENTRIES: readonly Entry[] = [
  { pointer: "main.js", source: "src/main.ts" },
  // These stay in memory, one beside every agent that is run and one for every pane.
  { pointer: "run.js", source: "src/run.ts", isAlone: true },
  { pointer: "watcher.js", source: "watcher/main.ts", isAlone: true, loadsLate: true },
];

const nameOf = (source: string): string => source.replaceAll("/", "-").replace(/\.ts$/, "");
/** `src/main.ts` is built as `src-main.js`, what is built by itself in a folder of that name. */
const builtOf = (source: string, isByItself: boolean): string =>
  `${isByItself ? `${nameOf(source)}/` : ""}${nameOf(source)}.js`;
/** A program that runs loads parts of its own build late, so the builds before this one stay. */
const BUILDS_KEPT = 3;
/** A watcher lives as long as its pane, and needs its pieces when an agent comes; they are small. */
const LATE_PIECES_KEPT = 50;

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

/** Our detection manifests go in as compiled data, so that what is built needs no parser for them. */
const compiledManifests: Bun.BunPlugin = {
  name: "compiled manifests",
  setup(bundler) {
    bundler.onLoad(
      { filter: /[/\\]src[/\\]detect[/\\]manifests[/\\].*\.toml$/ },
      async ({ path }) => ({
        loader: "js",
        contents: `export default ${await compiledManifest(path)};`,
      }),
    );
  },
};

async function compiledManifest(path: string): Promise<string> {
  const { compileManifest } = await import("../src/detect/compile.ts");
  const { printPlain, toPlain } = await import("../src/detect/plain.ts");
  const [, kind = "", supplement] = /^(.*?)(\.taw)?\.toml$/.exec(basename(path)) ?? [];
  const source = supplement === undefined ? "manifest" : "taw";
  const compiled = compileManifest(await Bun.file(path).text(), kind, { source });
  if (compiled.ok) return printPlain(toPlain(compiled.manifest));
  throw new Error(`${path} cannot be used: ${compiled.reason}`);
}

async function bundle(id: string): Promise<void> {
  if (isWhole(id)) return;
  // console.error is red on a terminal, and nothing is wrong.
  await Bun.write(Bun.stderr, "taw: building\n");
  const unfinished = join(dist, `.${id}.${process.pid}`);
  try {
    const alone = ENTRIES.filter(({ isAlone }) => isAlone);
    const shared = ENTRIES.filter(({ isAlone }) => !isAlone).map(({ source }) => source);
    for (const source of shared) await bundleInto(unfinished, id, source, { splitting: true });
    for (const { source, loadsLate = false } of alone) {
      await bundleInto(join(unfinished, nameOf(source)), id, source, { splitting: loadsLate });
    }
    renameUnlessThere(unfinished, id, () => isWhole(id));
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** An older build has its late pieces alone. */
const isWhole = (id: string): boolean =>
  ENTRIES.every(({ source, isAlone }) =>
    existsSync(join(dist, id, builtOf(source, isAlone === true))),
  );

async function bundleInto(
  outdir: string,
  id: string,
  source: string,
  form: Partial<Bun.BuildConfig>,
): Promise<Bun.BuildOutput> {
  return Bun.build({
    entrypoints: [join(root, source)],
    root,
    outdir,
    naming: { entry: `${nameOf(source)}.[ext]`, chunk: "[name]-[hash].[ext]" },
    target: "bun",
    minify: { whitespace: true, syntax: true },
    sourcemap: "linked",
    // Its native library is found only from node_modules (reference/stack/guide.md §2.6).
    external: ["@opentui/*"],
    ...form,
    plugins: [compiledManifests],
    define: { TAW_BUILD: JSON.stringify(id), ...form.define },
  });
}

/**
 * The parts that come first, each in one piece and as bytecode, which Bun starts as it stands, and beside them
 * `pane-list.js` for `pane list`, by which bin/taw knows that there is a part for it. In a folder of their own, since Bun
 * reads the folder of what it starts.
 */
async function bundleFirsts({ id, changedAt }: Inputs): Promise<void> {
  const times = JSON.stringify(changedAt);
  const key = new Bun.CryptoHasher("sha256").update(`${id} ${times}`).digest("hex").slice(0, 16);
  const folder = `quick-${key}`;
  const unfinished = join(dist, `.${folder}.${process.pid}`);
  try {
    if (!existsSync(join(dist, folder))) {
      for (const first of Object.entries(FIRSTS)) {
        await bundleFirst(unfinished, first, { id, changedAt });
      }
      renameUnlessThere(unfinished, folder, () => existsSync(join(dist, folder)));
    }
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  const link = join(dist, `.quick.${process.pid}`);
  symlinkSync(folder, link);
  renameSync(link, join(dist, "quick"));
  // A call that is just starting has the one before this.
  const old = olderThan(folder, /^quick-[0-9a-f]{16}$/).slice(1);
  for (const { name } of old) rmSync(join(dist, name), { recursive: true, force: true });
}

/** Built twice: what is in it is known only then, and it has to know the times of that. */
async function bundleFirst(
  outdir: string,
  [source, verbs]: [source: string, verbs: readonly string[]],
  inputs: Inputs,
): Promise<void> {
  await bundleInto(outdir, inputs.id, source, {});
  const known = await pathsInside(outdir, `${nameOf(source)}.js.map`, inputs);
  const changedAt = Object.fromEntries(known.map((path) => [path, inputs.changedAt[path]]));
  await bundleInto(outdir, inputs.id, source, {
    format: "cjs",
    bytecode: true,
    // A text within a text: as a value it would stand wherever it is named.
    define: { TAW_SOURCES: JSON.stringify(JSON.stringify({ bun: Bun.version, changedAt })) },
  });
  for (const verb of verbs) {
    symlinkSync(`${nameOf(source)}.js`, join(outdir, `${verb.replace(" ", "-")}.js`));
  }
}

/** Another build of the same name may have come first; it holds the same. */
function renameUnlessThere(from: string, name: string, isThere: () => boolean): void {
  if (!isThere()) rmSync(join(dist, name), { recursive: true, force: true });
  try {
    renameSync(from, join(dist, name));
  } catch (error) {
    if (!isThere()) throw error;
  }
}

/** What is in the pieces of a build, by the source maps in a folder. */
async function pathsInside(
  folder: string,
  maps: string,
  { changedAt }: Pick<Inputs, "changedAt">,
): Promise<string[]> {
  const inside = new Set<string>();
  for (const map of new Bun.Glob(maps).scanSync(folder)) {
    const { sources } = await Bun.file(join(folder, map)).json();
    for (const path of sources) inside.add(relative(root, join(folder, path)));
  }
  // A source map does not name the texts that are built in.
  const hasTexts = inside.has("src/detect/catalogue.ts");
  const isText = (path: string) => hasTexts && path.endsWith(".toml");
  return Object.keys(changedAt).filter((path) => inside.has(path) || isText(path));
}

/** A pointer's code that tells whether its sources are as the build saw them. */
const freshness = (known: readonly string[], { id, changedAt }: Inputs): string =>
  `// Starts build ${id} while its sources are as they were.
const root = import.meta.dir.slice(0, -"/dist".length);
const changedAt = ${JSON.stringify(Object.fromEntries(known.map((path) => [path, changedAt[path]])))};
function isFresh() {
  if (Bun.version !== ${JSON.stringify(Bun.version)}) return false;
  for (const path in changedAt) {
    if (Bun.file(root + "/" + path).lastModified !== changedAt[path]) return false;
  }
  return true;
}
`;

async function writeWhole(name: string, text: string): Promise<void> {
  const unfinished = join(dist, `.${name}.${process.pid}`);
  await Bun.write(unfinished, text);
  renameSync(unfinished, join(dist, name));
}

async function point(entry: Entry, inputs: Inputs): Promise<void> {
  const { source, pointer, isAlone } = entry;
  const folder = join(dist, inputs.id, nameOf(source));
  const known = isAlone
    ? await pathsInside(folder, "*.map", inputs)
    : Object.keys(inputs.changedAt);
  // What waits for a program keeps all that it looked at in memory as long as that runs: 0.4 MB of a watcher.
  const start = isAlone === true ? "import" : "await import";
  await writeWhole(
    pointer,
    `${freshness(known, inputs)}${start}(isFresh() ? "./${inputs.id}/${builtOf(source, isAlone === true)}" : "../${source}");
`,
  );
}

/** Others of `dist` with such names, the youngest first. */
const olderThan = (current: string, names: RegExp): { name: string; madeAt: number }[] =>
  readdirSync(dist)
    .filter((name) => names.test(name) && name !== current)
    .map((name) => ({ name, madeAt: statSync(join(dist, name)).mtimeMs }))
    .toSorted((one, other) => other.madeAt - one.madeAt);

function removeOldBuilds(current: string): void {
  const byAge = olderThan(current, /^[0-9a-f]{16}$/);
  for (const [at, { name, madeAt }] of byAge.slice(BUILDS_KEPT).entries()) {
    const folder = join(dist, name);
    if (at >= LATE_PIECES_KEPT) rmSync(folder, { recursive: true, force: true });
    else leaveLatePieces(folder, madeAt);
  }
}

function leaveLatePieces(folder: string, madeAt: number): void {
  const late = new Set(
    ENTRIES.flatMap(({ source, loadsLate }) => (loadsLate ? nameOf(source) : [])),
  );
  const others = readdirSync(folder).filter((part) => !late.has(part));
  for (const part of others) rmSync(join(folder, part), { recursive: true, force: true });
  // It is as old as before.
  utimesSync(folder, madeAt / 1000, madeAt / 1000);
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
    await bundleFirsts(inputs);
    removeOldBuilds(inputs.id);
    return;
  }
}

await build();
