import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TmuxServer } from "./tmux.ts";
import { until } from "./until.ts";

/** A program in a pane that keeps every byte it is sent, as it is sent: its terminal is raw and echoes nothing. */
export interface Receiver {
  readonly pane: string;
  /** All bytes so far, one to a character. */
  bytes(): string;
  /**
   * What came since the last call: everything up to a mark of the test's own, so that what comes twice or too late is
   * seen too.
   */
  next(): Promise<string>;
}

let count = 0;

/** @param says what it prints first, for `printf`: modes that it asks of its terminal */
export async function receiver(server: TmuxServer, says = ""): Promise<Receiver> {
  const file = join(server.box.root, `received-${++count}`);
  const script = `stty raw -echo && printf '%b' '${says}ready' && exec cat >'${file}'`;
  const pane = await server.pane("sh", "-c", script);
  await until(
    "the receiver is ready",
    () => server.paneText(pane),
    (text) => text.includes("ready"),
  );
  let taken = 0;
  const bytes = (): string => readFileSync(file, "latin1");
  return {
    pane,
    bytes,
    async next() {
      const mark = `<mark ${++count}>`;
      await server.tmux("send-keys", "-t", pane, "-l", mark);
      const all = await until("the mark arrived", bytes, (text) => text.endsWith(mark), 20_000);
      const since = all.slice(taken, -mark.length);
      taken = all.length;
      return since;
    },
  };
}
