import type { PaneId, WorkspaceId } from "../../core/ids.ts";
import { parsePaneId, parseWorkspaceId } from "../../core/ids.ts";
import { Failure } from "../../core/failure.ts";
import { tmuxString } from "../../core/quote.ts";
import { requireGrant } from "../permitted.ts";
import { defineVerb } from "../verb.ts";

const WENT = "went";

/** The format that holds for that target on that server: a missing target answers for the current one, exit 0. */
function guard(target: PaneId | WorkspaceId, server: string | null): string {
  const name = target.startsWith("%") ? "pane_id" : "session_id";
  const isThere = `#{==:#{${name}},${target}}`;
  return server === null ? isThere : `#{&&:${isThere},#{==:#{pid} #{start_time},${server}}}`;
}

/** Shows the target: on a client when there is one to switch, else so that an attach to it shows it. */
function moves(target: PaneId | WorkspaceId, client: string | null, switches: boolean): string {
  const word = tmuxString(target);
  const selects = target.startsWith("%")
    ? [`select-window -t ${word}`, `select-pane -Z -t ${word}`]
    : [];
  const flag = client === null ? "" : ` -c ${tmuxString(client)}`;
  const switching = switches ? [`switch-client${flag} -t ${word}`] : [];
  return [...selects, ...switching, `display-message -p ${WENT}`].join(" ; ");
}

/**
 * For the cockpit: brings a client to a pane or workspace in one guarded tmux call. Outside tmux it answers the command
 * that attaches the terminal (`attach`). `--server` is the feed's `<pid> <start>`: ids carry no server of their own.
 */
export default defineVerb({
  path: ["pane", "go"],
  summary: "Bring the terminal's tmux client to a pane",
  grant: "admin",
  args: {
    target: { kind: "word", required: true, value: "PANE", doc: "w1:p1 or %0, or a workspace" },
    client: { kind: "text", value: "NAME", doc: "this tmux client (without it, the one in front)" },
    server: { kind: "text", value: "PID START", doc: "only when the tmux server is this one" },
  },
  run: async (edges, { target, client, server }) => {
    const id = parsePaneId(target) ?? parseWorkspaceId(target);
    if (id === null || (server !== null && !/^\d+ \d+$/.test(server)))
      throw new Failure(
        "invalid_argument",
        `${target} is no pane and no workspace; pane list shows them`,
      );
    await requireGrant(edges);
    const { address } = edges.tmux;
    const switches = address.isOwn || client !== null;
    const gone = `display-message -p gone`;
    const answer = await edges.tmux.run([
      "if-shell",
      "-F",
      "-t",
      id,
      guard(id, server),
      moves(id, client, switches),
      gone,
    ]);
    if (answer.trim() !== WENT) {
      const subject = id.startsWith("%") ? "pane" : "workspace";
      throw new Failure("not_found", `${subject} ${target} is gone`, { subject });
    }
    const attach = switches ? null : ["tmux", "-u", ...address.flags, "attach-session", "-t", id];
    return { type: "ok", attach };
  },
});
