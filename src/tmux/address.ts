import { requireSessionName } from "../core/server-name.ts";

/**
 * Which tmux server a taw speaks to: `-L`/`-S` given to taw, else `$TMUX`, else the one whose herdr socket was named,
 * else the default (decision 21).
 */
export interface Address {
  /** The words in front of every tmux command. */
  flags: readonly string[];
  /** For messages: the socket as the person knows it. */
  label: string;
  /** True when `$TMUX` named the server, so `$TMUX_PANE` is a pane of it. */
  isOwn: boolean;
}

export interface AddressInput {
  socketName?: string | undefined;
  socketPath?: string | undefined;
  tmux?: string | undefined;
  tmuxTmpdir?: string | undefined;
  /** The tmux socket behind a herdr socket. */
  behindHerdr?: string | undefined;
  /** The name of one of herdr's sessions, which are tmux servers here. */
  herdrSession?: string | undefined;
  uid: number;
}

/** `$TMUX` is `path,pid,session`; the path itself may hold commas. */
export function socketPathOf(tmux: string): string {
  const parts = tmux.split(",");
  return parts.length > 2 ? parts.slice(0, -2).join(",") : tmux;
}

/** The process id of the server that `$TMUX` names; null when it names none. */
export function serverPidOf(tmux: string): number | null {
  const pid = tmux.split(",").at(-2) ?? "";
  return /^\d+$/.test(pid) ? Number(pid) : null;
}

/** Where tmux keeps the sockets of the servers that are called by a name. */
export const socketFolder = ({
  tmuxTmpdir,
  uid,
}: Pick<AddressInput, "tmuxTmpdir" | "uid">): string => `${tmuxTmpdir || "/tmp"}/tmux-${uid}`;

/**
 * `-S`, else `-L`, else the server that `$TMUX` names, else the one behind a herdr socket, else the one that is called as
 * a session of herdr's, else tmux's default one.
 *
 * @throws Failure `invalid_session_name` where a name that counts can be none
 */
export function addressOf(input: AddressInput): Address {
  const folder = socketFolder(input);
  const inherited = input.tmux ? socketPathOf(input.tmux) : null;
  if (input.socketPath) {
    return {
      flags: ["-S", input.socketPath],
      label: input.socketPath,
      isOwn: input.socketPath === inherited,
    };
  }
  if (input.socketName) {
    const path = `${folder}/${input.socketName}`;
    return { flags: ["-L", input.socketName], label: path, isOwn: path === inherited };
  }
  if (inherited) return { flags: ["-S", inherited], label: inherited, isOwn: true };
  if (input.behindHerdr) {
    return { flags: ["-S", input.behindHerdr], label: input.behindHerdr, isOwn: false };
  }
  if (input.herdrSession) {
    const name = requireSessionName(input.herdrSession);
    return { flags: ["-L", name], label: `${folder}/${name}`, isOwn: false };
  }
  return { flags: [], label: `${folder}/default`, isOwn: false };
}
