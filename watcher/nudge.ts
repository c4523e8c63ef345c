import { errorCode } from "../src/core/error-code.ts";
import type { Clock } from "../src/system/clock.ts";
import { withPrivateMode } from "../src/system/listen.ts";
import { uniqueName } from "../src/system/unique-name.ts";

/** The socket by which verbs ask a watcher to look now, and a feed to hear of the pane's output. */
export interface NudgeSocket {
  readonly path: string;
  /** The pane has printed: whoever follows it is told once that has come to rest. */
  readonly onOutput: () => void;
  readonly remove: () => Promise<void>;
}

/** Output has come to rest after this long without any; in an animation followers hear ten times a second all the same. */
const QUIET_MS = 40;
const LONGEST_MS = 100;

/**
 * Every connection is a nudge: `done` says that what was seen is written. One that says `screen` stays, and gets `quiet`
 * each time output has come to rest. The socket's name is never used again, so a dead watcher's can be told and taken
 * away without harm (decision 14).
 */
export function openNudgeSocket(
  folder: string,
  clock: Clock,
  onNudge: () => Promise<void>,
): NudgeSocket {
  const path = `${folder}/w${uniqueName()}`;
  const followers = new Set<Bun.Socket>();
  const server = withPrivateMode(() =>
    Bun.listen({
      unix: path,
      socket: {
        open: (socket) => void onNudge().then(() => socket.write("done\n")),
        data: (socket, bytes) => void (bytes.includes("screen") && followers.add(socket)),
        close: (socket) => void followers.delete(socket),
      },
    }),
  );
  return {
    path,
    onOutput: makeQuiet(followers, clock),
    remove: async () => {
      server.stop(true);
      await Bun.file(path)
        .delete()
        .catch((cause: unknown) => {
          if (errorCode(cause) !== "ENOENT") throw cause;
        });
    },
  };
}

/** With nobody who follows, output costs one look at a size and no timer. */
function makeQuiet(followers: ReadonlySet<Bun.Socket>, clock: Clock): () => void {
  let timer: Timer | null = null;
  let sinceMs = 0;
  const tell = () => {
    timer = null;
    for (const socket of followers) socket.write("quiet\n");
  };
  return () => {
    if (followers.size === 0) return;
    const now = clock.monotonicMs();
    if (timer === null) sinceMs = now;
    else clearTimeout(timer);
    timer = setTimeout(tell, Math.min(QUIET_MS, Math.max(0, sinceMs + LONGEST_MS - now)));
  };
}
