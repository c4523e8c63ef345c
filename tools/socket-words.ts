/** The words of docs/SOCKET.md that no table has. Every line of JSON with an `id` and a `method` is sent by a test. */

export const OPENING = (version: string, protocol: number): string => `# The socket

Made from the tables by \`bun run docs\`; \`taw api schema --json\` prints the requests as JSON Schema. A client needs
nothing but this page.

taw answers the socket API of herdr 0.9.3 (protocol ${protocol}) on a Unix socket, so tools made for herdr work on tmux. A
workspace is a tmux session, a tab a window, a pane a pane. It says of itself that it is version \`${version}\`, and
\`"server":"taw"\`.

## Connect

Which socket: \`$HERDR_SOCKET_PATH\` where it is set, else the \`path\` that \`taw socket status\` prints. It is
\`herdr.sock\` in a folder of the tmux server's own under \`$XDG_RUNTIME_DIR/taw\` (\`/run/user/<uid>/taw\` or
\`/tmp/taw-<uid>\` where there is none). Only its owner may connect.

\`set -g @agent-wizard-herdr-socket on\` in tmux.conf serves it from the start of tmux on and sets \`HERDR_SOCKET_PATH\` in
new panes; with \`auto\`, as without it, something that needs it starts it; \`off\` serves it never. By hand:
\`taw socket serve\`. It ends with the tmux server and is started again after a crash.

Outside tmux the command line named \`herdr\` speaks to the server whose socket \`HERDR_SOCKET_PATH\` names, else to the one
called \`HERDR_SESSION\`, unless \`-L\`, \`-S\` or \`--session\` names one; in tmux it speaks to that tmux.

## One request, one connection

1. Connect to the socket (stream, \`AF_UNIX\`).
2. Write one line: a JSON object with \`id\` (a string of your choice), \`method\` and \`params\` (an object, \`{}\` for none),
   in UTF-8, ended by \`\\n\`.
3. Read one line: the answer. Then the server closes. Connect again for the next request; a connection costs some 50 µs.

\`\`\`text
{"id":"1","method":"ping","params":{}}
\`\`\`

\`\`\`text
{"id":"1","result":{"type":"pong","version":"${version}","protocol":${protocol},"capabilities":{…},"server":"taw"}}
\`\`\`

An answer holds the request's \`id\` and either \`result\`, whose \`type\` tells which, or \`error\`. Only the first line of a
connection is read. You may close your writing side behind it. \`events.subscribe\`, and methods that wait
(\`agent.wait\`, \`events.wait\`, \`pane.wait_for_output\`), keep the connection open until they have something to say; to give
up waiting, close it. Keys that a method does not know are ignored; null for a parameter that may be left out is as if it
were left out. Fields may be added to answers: ignore those that you do not know.

### Limits

| what | limit |
| --- | --- |
| a request's line, with its newline | 1 MiB; it has to be there within 5 s of connecting |
| a client that reads nothing | after 5 s without a byte taken the connection is closed |
| events that wait for a subscriber | 1 MiB, then \`events_lost\` |

Over a limit, without a newline, with bytes that are no UTF-8, and for a blank line, the connection is closed without an
answer.

### Errors

\`\`\`text
{"id":"2","method":"pane.get","params":{"pane_id":"w9:p9"}}
\`\`\`

\`\`\`text
{"id":"2","error":{"code":"pane_not_found","message":"pane w9:p9 not found; pane list shows them"}}
\`\`\`

Go by \`code\`; \`message\` is one line for people. A refusal comes before anything is changed. Every method may answer:

| code | when |
| --- | --- |
| \`invalid_request\` | no JSON, no \`id\`, a parameter that is missing or of the wrong type; \`id\` is \`""\` where none could be read |
| \`unknown_method\` | herdr has no such method |
| \`unsupported\` | herdr has it, this taw does not do it |
| \`invalid_params\` | a value of the right type that cannot be used |
| \`workspace_not_found\`, \`tab_not_found\`, \`pane_not_found\`, \`agent_not_found\` | what was named is not there |
| \`forbidden\` | the caller runs in a pane that does not hold the grant (below) |
| \`timeout\` | what was waited for did not happen within \`timeout_ms\` |
| \`tmux_error\` | tmux refused, or does not answer |
| \`server_not_running\` | tmux has ended |
| \`internal_error\` | a bug in taw; its stack is in \`logs/socket.log\` of the state folder |

[ERRORS.md](ERRORS.md) has all codes, in the spelling of herdr's face.

## Ids

Ids are strings: \`w1\` a workspace, \`w1:t2\` a tab, \`w1:p3\` a pane. Take them from answers, give them back as they are, and
do not build them. They are those of tmux in another spelling: a thing keeps its id as long as it lives, also when it is
renamed, and no id is used twice while the tmux server lives. A pane that has moved to another workspace has a new prefix,
and still answers to its old id. tmux's own ids are taken too (\`$0\`, \`@1\`, \`%2\`), and \`terminal_id\` is another name that
stays with a pane. An agent (\`target\`) is named by its own name or by its pane's id. \`%calling\`, which \`HERDR_PANE_ID\` says
in a pane, is the pane that the caller runs in; \`pane.get\` with it tells the id that lists have.

## Who may do what

A caller outside every pane is the person, with every right. A caller in a pane has that pane's grants: \`read\`, \`write\`
and \`admin\`, unless it was told otherwise, never \`respond\`. The kernel tells which process has connected; nothing has to
be sent. A read needs \`read\`, typing \`write\`, making, closing, renaming and focusing \`admin\`; \`own\` is a report about the
caller's own pane, which is always allowed. Keys for another pane that waits on a prompt need \`respond\`: they would answer
it. [SECURITY.md](SECURITY.md) says it in full.

## A whole session

Read everything, then follow it. These lines are requests, each on a connection of its own.

\`\`\`text
{"id":"3","method":"session.snapshot","params":{}}
{"id":"4","method":"events.subscribe","params":{"subscriptions":[{"type":"pane.created"},{"type":"pane.closed"},{"type":"pane.agent_status_changed"}]}}
{"id":"5","method":"workspace.create","params":{"label":"build","cwd":"/tmp","env":{"CI":"1"}}}
{"id":"6","method":"pane.split","params":{"direction":"right","ratio":0.4}}
{"id":"7","method":"pane.send_text","params":{"pane_id":"%0","text":"echo ready"}}
{"id":"8","method":"pane.send_keys","params":{"pane_id":"%0","keys":["enter"]}}
{"id":"9","method":"pane.wait_for_output","params":{"pane_id":"%0","source":"recent","match":{"type":"substring","value":"ready"},"timeout_ms":5000}}
{"id":"10","method":"pane.read","params":{"pane_id":"%0","source":"recent","lines":50}}
{"id":"11","method":"pane.move","params":{"pane_id":"%0","destination":{"type":"new_tab","label":"logs"}}}
{"id":"12","method":"pane.rename","params":{"pane_id":"%0","label":"server"}}
\`\`\`

To miss nothing: subscribe first, take the snapshot on a second connection once \`subscription_started\` has come, then apply
the events; what an event tells twice does no harm, since it carries the state as it was then. After \`events_lost\`, or when
the connection ends, begin anew.`;

export const PUSHED = `\`events.subscribe\` takes \`subscriptions\`, a list of objects with a \`type\`. All of them are checked first; one that cannot
be had is the answer, and nothing is subscribed to. The first line is the acknowledgement
\`{"id":…,"result":{"type":"subscription_started"}}\`. From there on every event is a line, live and in the order in which
tmux did things, until either side closes. What happened before the acknowledgement is in a snapshot taken after it. Several
lines may come in one read. A subscriber that does not read in time is sent what it has begun, then one line
\`{"id":…,"error":{"code":"events_lost",…}}\` with the request's id, and the connection ends. An empty list is acknowledged and
told nothing.

| \`type\` | takes | the line |
| --- | --- | --- |
| one of the events below | nothing | \`{"data":{"type":"pane_created",…},"event":"pane_created"}\`: the name with \`_\`, twice |
| \`pane.agent_status_changed\` | \`pane_id\`?, \`agent_status\`? | with a pane: \`{"data":{…},"event":"pane.agent_status_changed"}\`, name with a dot and no \`type\`; at once when the pane has that status already, then when status, title, name or state labels change. Without a pane, as an event of the list below: every agent's |
| \`pane.output_matched\` | \`pane_id\`, \`source\`, \`match\`, \`lines\`?, \`strip_ansi\`? | \`{"data":{"matched_line":…,"pane_id":…,"read":…},"event":"pane.output_matched"}\`, each time a line comes to match where none did |
| \`pane.scroll_changed\` | \`pane_id\` | \`{"data":{"pane_id":…,"scroll":…,"workspace_id":…},"event":"pane.scroll_changed"}\`, each time the pane is scrolled or grows |

Keys of event lines stand in alphabetical order. An event about a thing that has gone by the time it is told carries its ids
alone. \`events.wait\` takes \`match_event\`, of which one is served:
\`{"event":"pane_agent_status_changed","pane_id":…,"agent_status":…}\`; it answers at once when the agent has that status
already.`;

export const CLOSING = `## A client in twenty lines

\`\`\`python
import json, os, socket

def ask(method, **params):
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(os.environ["HERDR_SOCKET_PATH"])
        connection.sendall(json.dumps({"id": "1", "method": method, "params": params}).encode() + b"\\n")
        answer = json.loads(connection.makefile().readline())
    if "error" in answer:
        raise RuntimeError(answer["error"]["code"] + ": " + answer["error"]["message"])
    return answer["result"]

for pane in ask("pane.list")["panes"]:
    print(pane["pane_id"], pane["agent_status"], pane.get("terminal_title", ""))
\`\`\``;

/** What a parameter means, by its name, or by the method's and its name where that differs. */
export const PARAMETERS: Readonly<Record<string, string>> = {
  agent: "the agent that the report is about",
  agent_status: "the status",
  amount: "by how much, as a part of the tab",
  applies_to_source: "only while that source tells the pane's status",
  args: "words behind the program's name",
  base: "the commit to begin at, `HEAD` when absent",
  body: "what it says",
  branch: "a branch",
  caller_pane_id: "the pane you call from; without it the pane in front",
  clear_display_agent: "take the name off",
  clear_state_labels: "take the labels off",
  clear_title: "take the title off",
  close_group: "close the worktrees' workspaces of the same repository too",
  cwd: "a folder, from `/` or `~`",
  destination: "where to",
  direction: "the side",
  display_agent: "the name to show for the agent",
  enabled: "whether it is on",
  env: "variables for the program",
  filter: "which agents are shown",
  focus: "go there",
  force: "also with changes that are not committed",
  format: "with `ansi` colours stay in",
  insert_index: "the place, counted from 0 before the move",
  keys: "`enter`, `ctrl+c`, `alt+left`, `f5`, `a`: all are decoded before the first is sent",
  label: "its name",
  "pane.rename label": "its label; empty or absent takes it off",
  lines: "at most so many lines, 1000 at most",
  match: "what a line has to hold",
  match_event: "what to wait for",
  mode: "`toggle`, `on` or `off`",
  name: "its name; null takes it off",
  pane_id: "a pane; the one in front where it may be left out",
  path: "a folder",
  "layout.set_split_ratio path":
    "the way to the split from the root: false is first, true is second",
  position: "the corner, where the delivery has one",
  ratio: "the part that the old pane keeps",
  "layout.set_split_ratio ratio": "the part of the first side",
  right_click: "who gets right clicks: `pane` where the program does",
  root: "the tree",
  seq: "a number that only grows: an older report is dropped",
  sort: "in which order agents are shown",
  sound: "ring the bell too",
  source:
    "`visible` is the screen, `recent` the last lines, `recent_unwrapped` those with wrapped lines joined, `detection` what the state is told from",
  "agent.view.clear source": "only the view of that source",
  "agent.view.set source": "who sets the view",
  "pane.report_metadata source": "who reports",
  "workspace.report_metadata source": "who reports",
  source_pane_id: "one of the two",
  source_workspace_id: "the workspace whose folder is taken",
  state_labels: "what to show for each status",
  strip_ansi: "leave colours out",
  subscriptions: "what to be told of",
  tab_id: "a tab; the one in front where it may be left out",
  tab_label: "the tab's name",
  target: "an agent's name, or its pane's id",
  target_pane_id: "the other pane",
  "pane.split target_pane_id": "the pane to split; without it the one in front",
  text: "typed byte for byte",
  timeout_ms: "how long to wait; without it for ever",
  title: "the title",
  tokens: "words by name; null takes one off",
  trust_repository: "herdr's; accepted",
  ttl_ms: "gone after so long",
  until: "one of these; `idle`, `done` and `blocked` when absent or empty",
  workspace_id: "a workspace; the one in front where it may be left out",
};
