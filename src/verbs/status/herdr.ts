import { Failure } from "../../core/failure.ts";
import { ANSWERING_VERSION, HERDR_PROTOCOL, HERDR_VERSION } from "../../core/version.ts";
import type { Edges } from "../../edges.ts";
import { socketPathIn } from "../../loader/socket.ts";
import { variable } from "../../system/env.ts";
import type { Environment } from "../../system/env.ts";
import { runtimeRoot } from "../../system/runtime.ts";
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
  /** Where it answers, or would. */
  socket: string;
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
      socket: await absentSocket(environment),
      ...isRunning,
    };
  }
}

/** The socket that was named to this process, else the one that the default server would have (as `session list`). */
const absentSocket = async (environment: Environment): Promise<string> =>
  variable(environment, "HERDR_SOCKET_PATH") ?? socketPathIn(await runtimeRoot(environment));

export const clientText = ({ version, channel, protocol, binary }: ClientStatus): string =>
  lines([
    ["version", version],
    ["channel", channel],
    ["protocol", `${protocol}`],
    ["binary", binary],
  ]);

/** Of a server that does not run herdr tells no more than where it would be. */
export function serverText(server: ServerStatus): string {
  const { version, protocol, socket } = server;
  const where = ["socket", socket] as const;
  if (!server.running) return lines([["status", "not running"], where]);
  return lines([
    ["status", "running"],
    ["version", version ?? "unknown"],
    ["protocol", `${protocol ?? "unknown"}`],
    ["compatible", server.compatible === true ? "yes" : "no"],
    where,
  ]);
}

/**
 * Everything as text: a block for each, indented under its heading, so that a reader tells the client's `protocol:` from
 * the server's.
 */
export const statusText = (client: ClientStatus, server: ServerStatus): string =>
  [
    block("client", clientText(client)),
    block("server", serverText(server)),
    block("update", lines([["restart_needed", server.restart_needed ? "yes" : "no"]])),
  ].join("\n");

const lines = (rows: readonly (readonly [name: string, value: string])[]): string =>
  rows.map(([name, value]) => `${name}: ${value}\n`).join("");

const block = (heading: string, text: string): string =>
  `${heading}:\n${text.replace(/^(?=.)/gm, "  ")}`;

/** Bare JSON, without an envelope. */
export const bareJson = (value: unknown): string => `${JSON.stringify(value)}\n`;

export const JSON_FLAG = { json: { kind: "flag", doc: "print JSON" } } as const;
