import type { Event } from "../core/events.ts";
import type { World } from "../core/world.ts";
import { removeFile } from "../system/files.ts";
import { listFolder } from "../system/folders.ts";
import { sendTo } from "../system/listen.ts";
import type { Tmux } from "../tmux/client.ts";
import { handOver } from "./spool.ts";
import { forgetReader } from "./wants.ts";

/**
 * Resident readers of events (decision 13): each owns one socket in `l/` of the server's runtime folder, by a name that
 * is never used again, so that taking away a dead one's cannot hit a live one.
 */

/** How long a listener may take to accept a batch before the others are not kept waiting for it. */
const ACCEPT_LIMIT_MS = 2_000;

/**
 * Delivers a batch with the World it was built from: to every listener but `except`, and to the commands of `[hooks]`. A
 * listener that is dead is taken away with its words.
 */
export async function deliver(
  tmux: Tmux,
  runtime: string,
  batch: { events: readonly Event[]; world: World },
  except: string | null = null,
): Promise<void> {
  if (batch.events.length === 0) return;
  await Promise.all([tell(tmux, runtime, batch.events, except), handOver(tmux, runtime, batch)]);
}

async function tell(
  tmux: Tmux,
  runtime: string,
  events: readonly Event[],
  except: string | null,
): Promise<void> {
  const text = events.map((event) => `${JSON.stringify(event)}\n`).join("");
  const readers = (await listFolder(`${runtime}/l`)).filter((name) => name !== except);
  await Promise.all(
    readers.map(async (reader) => {
      const path = `${runtime}/l/${reader}`;
      if ((await sendTo(path, text, ACCEPT_LIMIT_MS)) !== "nobody") return;
      await removeFile(path);
      await forgetReader(tmux, reader);
    }),
  );
}
