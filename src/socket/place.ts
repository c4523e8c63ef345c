import { Failure } from "../core/failure.ts";
import type { Edges } from "../edges.ts";
import { removeFile } from "../system/files.ts";
import { holdLock } from "../system/lock.ts";
import { SOCKET_NAME } from "../tmux/herdr-socket.ts";

/** The one place of a tmux server's herdr socket: whoever holds its folder's lock serves, and no other. */
export interface Place extends AsyncDisposable {
  readonly path: string;
  /** Says in tmux who serves, once it does. */
  tell(): Promise<void>;
}

/**
 * Takes the place, and a stale socket away. The lock tells a live server from a dead one: the kernel lets go of it
 * however its holder ends.
 *
 * @throws Failure `invalid_argument` when another process serves
 */
export async function takePlace({ tmux }: Edges, runtime: string): Promise<Place> {
  const path = `${runtime}/${SOCKET_NAME}`;
  const release = holdLock(runtime);
  if (release === null) {
    throw new Failure(
      "invalid_argument",
      `another taw serves ${path} already; taw socket status says which`,
    );
  }
  await removeFile(path);
  const isMine = `#{==:#{@agent_wizard_socket},${process.pid}}`;
  return {
    path,
    tell: async () => {
      await tmux.run(["set-option", "-s", "@agent_wizard_socket", String(process.pid)]);
    },
    [Symbol.asyncDispose]: async () => {
      await removeFile(path);
      release();
      try {
        await tmux.run(["if-shell", "-F", isMine, "set-option -su @agent_wizard_socket"]);
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== "tmux_error") throw error;
      }
    },
  };
}
