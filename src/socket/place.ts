import { Failure } from "../core/failure.ts";
import type { Edges } from "../edges.ts";
import { ownHolder, printHolder, socketPathIn } from "../loader/socket.ts";
import { removeChannels } from "../tmux/channel.ts";
import { ifAnswering } from "../tmux/no-server.ts";
import { removeFile, renameFile } from "../system/files.ts";
import { identityOf } from "../system/identity.ts";
import { holdLock } from "../system/lock.ts";
import { linkTmux, unlinkTmux } from "../system/tmux-link.ts";

/** The one place of a tmux server's herdr socket: whoever holds its folder's lock serves, and no other. */
export interface Place extends AsyncDisposable {
  /** Where to listen: beside the place, so that the socket is on another inode than one that is stale there. */
  readonly draft: string;
  /** Puts what listens there in the place, and says in tmux who serves. */
  open(): Promise<void>;
  /** Whether what was put there stands there still, and nobody else's. */
  isOurs(): Promise<boolean>;
}

/**
 * Takes the place. The lock tells a live server from a dead one: the kernel lets go of it
 * however its holder ends.
 *
 * @throws Failure `invalid_argument` when another process serves
 */
export async function takePlace({ tmux }: Edges, runtime: string): Promise<Place> {
  const path = socketPathIn(runtime);
  const release = holdLock(runtime);
  if (release === null) {
    throw new Failure(
      "invalid_argument",
      `another taw serves ${path} already; taw socket status says which`,
    );
  }
  await removeChannels(runtime);
  const draft = `${path}.${process.pid}`;
  const holder = printHolder(await ownHolder());
  let identity: string | null = null;
  const isOurs = async (): Promise<boolean> =>
    identity !== null && (await identityOf(path)) === identity;
  const isMine = `#{==:#{@agent_wizard_socket},${holder}}`;
  return {
    draft,
    open: async () => {
      const server = await tmux.run(["display-message", "-p", "#{socket_path}"]);
      await linkTmux(path, server.replace(/\n$/, ""));
      await renameFile(draft, path);
      identity = await identityOf(path);
      await tmux.run(["set-option", "-s", "@agent_wizard_socket", holder]);
    },
    isOurs,
    [Symbol.asyncDispose]: async () => {
      if (await isOurs()) await Promise.all([removeFile(path), unlinkTmux(path)]);
      await removeFile(draft);
      release();
      const unset = ["if-shell", "-F", isMine, "set-option -su @agent_wizard_socket"];
      await ifAnswering(tmux.run(unset));
    },
  };
}
