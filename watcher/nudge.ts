import { errorCode } from "../src/core/error-code.ts";

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
export function openNudgeSocket(folder: string, onNudge: () => Promise<void>): NudgeSocket {
  const path = `${folder}/w${process.pid}-${Math.random().toString(36).slice(2, 10)}`;
  const followers = new Set<Bun.Socket>();
  const umask = process.umask(0o177);
  const server = Bun.listen({
    unix: path,
    socket: {
      open: (socket) => void onNudge().then(() => socket.write("done\n")),
      data: (socket, bytes) => void (bytes.includes("screen") && followers.add(socket)),
      close: (socket) => void followers.delete(socket),
    },
  });
  process.umask(umask);
  return {
    path,
    onOutput: makeQuiet(followers),
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
function makeQuiet(followers: ReadonlySet<Bun.Socket>): () => void {
  let timer: Timer | null = null;
  let sinceMs = 0;
  const tell = () => {
    timer = null;
    for (const socket of followers) socket.write("quiet\n");
  };
  return () => {
    if (followers.size === 0) return;
    const now = Bun.nanoseconds() / 1e6;
    if (timer === null) sinceMs = now;
    else clearTimeout(timer);
    timer = setTimeout(tell, Math.min(QUIET_MS, Math.max(0, sinceMs + LONGEST_MS - now)));
  };
}
