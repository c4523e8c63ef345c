/**
 * Connects to a watcher's nudge socket, which makes it look now.
 *
 * @returns true when the watcher said `done` within `limitMs`, false when it is silent or nobody listens there
 */
export function nudge(path: string, limitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    let isDone = false;
    const limit = setTimeout(() => finish(), limitMs);
    const socket = Bun.connect({
      unix: path,
      socket: {
        data: (_socket, data) => void (isDone ||= data.includes("done")),
        close: () => finish(),
        error: () => finish(),
      },
    });
    function finish(): void {
      clearTimeout(limit);
      resolve(isDone);
      socket.then(
        (open) => open.end(),
        () => undefined,
      );
    }
    socket.catch(() => finish());
  });
}
