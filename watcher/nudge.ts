/** The socket by which verbs and the drainer ask a watcher to look now. */
export interface NudgeSocket {
  readonly path: string;
  readonly remove: () => Promise<void>;
}

/**
 * Every connection is a nudge; `done` and the end of the connection say that what was seen is written. The name is
 * never used again, so a dead watcher's can be told and taken away without harm (decision 14).
 */
export function openNudgeSocket(folder: string, onNudge: () => Promise<void>): NudgeSocket {
  const path = `${folder}/w${process.pid}-${Math.random().toString(36).slice(2, 10)}`;
  const umask = process.umask(0o177);
  const server = Bun.listen({
    unix: path,
    socket: {
      open: (socket) => void onNudge().then(() => socket.end("done\n")),
      data: () => undefined,
    },
  });
  process.umask(umask);
  return {
    path,
    remove: async () => {
      server.stop(true);
      await Bun.file(path)
        .delete()
        .catch((cause: unknown) => {
          if (!(cause instanceof Error && "code" in cause && cause.code === "ENOENT")) throw cause;
        });
    },
  };
}
