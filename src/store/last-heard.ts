import type { Database } from "bun:sqlite";
import { numberIn, textIn } from "./row.ts";
import type { Row } from "./row.ts";

/** The last `hello` and `state` lines of a machine's feed, as JSON text: whoever draws them reads them as a feed's. */
export interface LastHeard {
  readonly hello: string;
  readonly state: string;
  readonly heardUnixMs: number;
}

/** Which rows are meant: ids carry no server, so they are matched with the server's pid and start only (decision 3). */
export interface Heard {
  readonly machine: string;
  /** `<pid> <start unix seconds>` of the tmux server. */
  readonly server: string;
}

const LONGEST_TEXT = 8 * 1024 * 1024;
const SERVERS_KEPT = 8;

/** Null where nothing was heard of that server, or what is kept cannot be it. */
export function lastHeard(database: Database, { machine, server }: Heard): LastHeard | null {
  const row = database
    .query<Row, Record<string, string | number>>(
      `SELECT hello, state, heard_unix_ms FROM last_heard
       WHERE machine = $machine AND server = $server
         AND length(hello) + length(state) <= $longest`,
    )
    .get({ machine, server, longest: LONGEST_TEXT });
  const [hello, state] = [textIn(row, "hello"), textIn(row, "state")];
  const heardUnixMs = numberIn(row, "heard_unix_ms");
  return hello === "" || state === "" || heardUnixMs === null
    ? null
    : { hello, state, heardUnixMs };
}

/** Keeps the newest lines of a server, whoever of several cockpits heard them, and drops long gone servers. */
export function keepLastHeard(database: Database, of: Heard, heard: LastHeard): void {
  if (heard.hello.length + heard.state.length > LONGEST_TEXT) return;
  database
    .query(
      `INSERT INTO last_heard (machine, server, hello, state, heard_unix_ms)
       VALUES ($machine, $server, $hello, $state, $heardUnixMs)
       ON CONFLICT (machine, server) DO UPDATE
       SET hello = $hello, state = $state, heard_unix_ms = $heardUnixMs`,
    )
    .run({ ...of, ...heard });
  database
    .query(
      `DELETE FROM last_heard WHERE machine = $machine AND server NOT IN (
         SELECT server FROM last_heard WHERE machine = $machine
         ORDER BY server = $server DESC, heard_unix_ms DESC LIMIT $kept)`,
    )
    .run({ machine: of.machine, server: of.server, kept: SERVERS_KEPT });
}
