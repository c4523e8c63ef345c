import { HERDR_PROTOCOL, ANSWERING_VERSION } from "../core/version.ts";
import type { OwnMethod } from "./call.ts";

/** Answered without a look at tmux. `server` tells a tool whom it speaks to (socket spec, "Connect a tool"). */
export const ping: OwnMethod = async () => ({
  type: "pong",
  version: ANSWERING_VERSION,
  protocol: HERDR_PROTOCOL,
  capabilities: {
    live_handoff: false,
    detached_server_daemon: false,
    surface_interest: false,
    health_check: false,
    ssh_agent_registration: false,
  },
  server: "taw",
});
