import { linkTarget, removeFile, replaceLink } from "./files.ts";

/** The link beside a herdr socket that leads to its tmux server: herdr's command line is told the one and needs the other. */
const tmuxLinkOf = (herdrSocket: string): string =>
  `${herdrSocket.slice(0, herdrSocket.lastIndexOf("/"))}/tmux`;

export const linkTmux = (herdrSocket: string, tmuxSocket: string): Promise<void> =>
  replaceLink(tmuxLinkOf(herdrSocket), tmuxSocket);

export const unlinkTmux = (herdrSocket: string): Promise<void> =>
  removeFile(tmuxLinkOf(herdrSocket));

/**
 * The socket of the tmux server behind a herdr socket. Behind one that is not taw's: a path where no server can be, nor
 * be started, since another server's panes are not what was meant.
 */
export const tmuxBehind = async (herdrSocket: string): Promise<string> =>
  (await linkTarget(tmuxLinkOf(herdrSocket))) ?? `/dev/null${herdrSocket}`;
