import { Failure } from "../../core/failure.ts";
import { ANSWERING_VERSION, HERDR_PROTOCOL, HERDR_VERSION } from "../../core/version.ts";
import type { Edges } from "../../edges.ts";
import { socketPathIn } from "../../loader/socket.ts";
import { serverFolders } from "../../tmux/folders.ts";

/** What herdr's `status` verbs tell (reference/herdr/records.md §5; plugins/traps.md 9). The server is tmux's. */

export interface ClientStatus {
  version: string;
  channel: string;
  protocol: number;
  binary: string;
  session: null;
}

export interface ServerStatus {
  status: "running" | "not_running";
  running: boolean;
  version: string | null;
  protocol: number | null;
  capabilities: { live_handoff: false; detached_server_daemon: false } | null;
  compatible: boolean | null;
  socket: string | null;
  session: null;
  restart_needed: boolean;
}

export const clientStatus = ({ self }: Edges): ClientStatus => ({
  version: HERDR_VERSION,
  channel: "stable",
  protocol: HERDR_PROTOCOL,
  binary: self.binaryPath,
  session: null,
});

export async function serverStatus({ tmux, environment }: Edges): Promise<ServerStatus> {
  const isRunning = { restart_needed: false, session: null };
  try {
    const { runtime } = await serverFolders(tmux, environment);
    return {
      status: "running",
      running: true,
      version: ANSWERING_VERSION,
      protocol: HERDR_PROTOCOL,
      capabilities: { live_handoff: false, detached_server_daemon: false },
      compatible: true,
      socket: socketPathIn(runtime),
      ...isRunning,
    };
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "tmux_error") throw error;
    return {
      status: "not_running",
      running: false,
      version: null,
      protocol: null,
      capabilities: null,
      compatible: null,
      socket: null,
      ...isRunning,
    };
  }
}

export const clientText = ({ version, channel, protocol }: ClientStatus): string =>
  `version: ${version}\nchannel: ${channel}\nprotocol: ${protocol}\n`;

export function serverText(server: ServerStatus): string {
  const status = server.running ? "running" : "not running";
  const known = server.compatible === null ? "unknown" : server.compatible ? "yes" : "no";
  return [
    `status: ${status}`,
    `version: ${server.version ?? "unknown"}`,
    `protocol: ${server.protocol ?? "unknown"}`,
    `compatible: ${known}`,
    `socket: ${server.socket ?? "none"}`,
    `restart_needed: ${server.restart_needed ? "yes" : "no"}`,
    "",
  ].join("\n");
}

/** Bare JSON, without an envelope. */
export const bareJson = (value: unknown): string => `${JSON.stringify(value)}\n`;

export const JSON_FLAG = { json: { kind: "flag", doc: "print JSON" } } as const;
