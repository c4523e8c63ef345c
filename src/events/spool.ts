import { handedFor, parseHanded } from "../core/handed.ts";
import type { Handed } from "../core/handed.ts";
import type { Event } from "../core/events.ts";
import { parseHooked } from "../core/hooked.ts";
import { isPast, leaseText } from "../core/queue.ts";
import type { World } from "../core/world.ts";
import { readText, removeFile, renameFile } from "../system/files.ts";
import { ensurePrivateFolder, listFolder } from "../system/folders.ts";
import { sendTo } from "../system/listen.ts";
import { SPOOL } from "../system/runtime.ts";
import { uniqueName } from "../system/unique-name.ts";
import type { Command, Tmux } from "../tmux/client.ts";

/**
 * From a drainer to the one process that runs the commands of `[hooks]`: what they are told lies in files, in order, in a
 * folder of the server's runtime folder; that process is woken through its socket there, or started.
 */

export const spoolFolder = (runtime: string): string => `${runtime}/${SPOOL}`;

/** Where the process that runs the commands listens. */
export const runnerSocket = (spool: string): string => `${spool}/socket`;

const SUFFIX = ".calls";
/** How long that process may take to accept a word. */
const ACCEPT_LIMIT_MS = 2_000;
/** How long it may take to listen before another is started in its place. */
const STARTING_S = 10;
const IS_STARTING = "@agent_wizard_runner";
const START_RUNNER: Command = [
  "if-shell",
  "-F",
  isPast(IS_STARTING),
  `${leaseText(IS_STARTING, STARTING_S)} ; run-shell -b '#{@agent_wizard_taw} hooks run >/dev/null 2>&1 || :'`,
];

/** Said once it listens, or leaves it to another: from then on who finds nobody starts one. */
export const HAS_STARTED: Command = ["set-option", "-su", IS_STARTING];

const OWN_FILE = { mode: 0o600 };

/** How many this process has laid there. */
let count = 0;

/** Hands over what commands are hooked to; nothing is done where that is none of it. */
export async function handOver(
  tmux: Tmux,
  runtime: string,
  { events, world }: { events: readonly Event[]; world: World },
): Promise<void> {
  const names = parseHooked(world.server.hooks ?? "")?.names ?? [];
  if (names.length === 0) return;
  const handed = events.flatMap((event) => handedFor(names, world, event));
  if (handed.length === 0) return;
  const spool = spoolFolder(runtime);
  await ensurePrivateFolder(spool);
  await layDown(spool, handed);
  if ((await sendTo(runnerSocket(spool), "calls\n", ACCEPT_LIMIT_MS)) === "nobody") {
    await tmux.run(START_RUNNER);
  }
}

/** Behind all that lies there, and all that this process has laid there; whole before it has its name. */
async function layDown(spool: string, handed: readonly Handed[]): Promise<void> {
  const [last = ""] = (await spooled(spool)).slice(-1);
  count = Math.max(count, Number.parseInt(last, 10) || 0) + 1;
  const draft = `${spool}/${uniqueName()}`;
  await Bun.write(draft, handed.map((one) => `${JSON.stringify(one)}\n`).join(""), OWN_FILE);
  await renameFile(draft, `${spool}/${String(count).padStart(9, "0")}-${uniqueName()}${SUFFIX}`);
}

const spooled = async (spool: string): Promise<string[]> =>
  (await listFolder(spool)).filter((name) => name.endsWith(SUFFIX)).toSorted();

/** Takes all that lies there, in order; each is given once. */
export async function takeHanded(spool: string): Promise<Handed[]> {
  const handed: Handed[] = [];
  for (const name of await spooled(spool)) {
    const text = (await readText(`${spool}/${name}`)) ?? "";
    await removeFile(`${spool}/${name}`);
    handed.push(...text.split("\n").flatMap((line) => parseHanded(line) ?? []));
  }
  return handed;
}

export const hasHanded = async (spool: string): Promise<boolean> =>
  (await spooled(spool)).length > 0;
