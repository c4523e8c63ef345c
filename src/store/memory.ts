import type { Database } from "bun:sqlite";
import type { Brightness } from "./cockpit.ts";
import {
  dividerColumns,
  keepDivider,
  keepHint,
  keepTheme,
  terminalThemes,
  usedHints,
} from "./cockpit.ts";
import type { LastHeard } from "./last-heard.ts";
import { keepLastHeard, lastHeard } from "./last-heard.ts";
import { openStore } from "./open.ts";
import type { Store } from "./open.ts";

/** What the cockpit knows from before, when it starts. */
export interface Recalled {
  /** Of the tmux server that answers now, else null. */
  readonly heard: LastHeard | null;
  readonly divider: number | null;
  /** Actions of the first-run line that were used; null where nothing can be kept, so that no use would ever count. */
  readonly usedHints: readonly string[] | null;
  /** Light or dark by `$TERM`, as found outside tmux. */
  readonly themes: ReadonlyMap<string, Brightness>;
  /** What is wrong with `state.db`, in one line; empty when nothing is. */
  readonly problem: string;
}

/** What the cockpit wants to know the next time. */
export type Fact =
  | { readonly what: "divider"; readonly columns: number }
  | { readonly what: "hint"; readonly action: string }
  | { readonly what: "theme"; readonly terminal: string; readonly mode: Brightness }
  | {
      readonly what: "heard";
      /** `<pid> <start>` of the server that said it. */
      readonly server: string;
      readonly hello: string;
      readonly state: string;
    };

/** The cockpit's memory: `state.db`, as much of it as a screen needs. Nothing here throws for a file that is lost. */
export interface Memory {
  readonly recalled: Recalled;
  /** Gives what there is to tell the person, empty for nothing: each trouble is told once. */
  keep(fact: Fact): string;
  close(): void;
}

export interface MemoryPlace {
  readonly folder: string;
  readonly machine: string;
  /** `<pid> <start>` of the tmux server that answers; empty for none. */
  readonly server: string;
  readonly nowMs: () => number;
}

/** A person waits for the screen: what another process holds longer is not remembered this time. */
const BUSY_MS = 100;

/** Opens what earlier cockpits left. Trouble with the file is told in `recalled.problem`, never thrown. */
export async function openMemory(place: MemoryPlace): Promise<Memory> {
  const { folder, nowMs } = place;
  const store = await openStore({ folder, nowMs, busyMs: BUSY_MS });
  return {
    recalled: recall(store, place),
    keep: (fact) => {
      store.write((database) => write(database, fact, place));
      return store.takeProblem();
    },
    close: () => store.close(),
  };
}

function recall(store: Store, { machine, server, nowMs }: MemoryPlace): Recalled {
  const heard =
    server === "" ? null : store.read(null, (database) => lastHeard(database, { machine, server }));
  return {
    heard,
    divider: store.read(null, dividerColumns),
    usedHints: store.canKeep ? store.read(null, usedHints) : null,
    themes: store.read(new Map(), (database) => terminalThemes(database, nowMs())),
    problem: store.takeProblem(),
  };
}

function write(database: Database, fact: Fact, { machine, nowMs }: MemoryPlace): void {
  switch (fact.what) {
    case "divider":
      return keepDivider(database, fact.columns, nowMs());
    case "hint":
      return keepHint(database, fact.action, nowMs());
    case "theme":
      return keepTheme(database, fact.terminal, fact.mode, nowMs());
    case "heard": {
      const { server, hello, state } = fact;
      return keepLastHeard(database, { machine, server }, { hello, state, heardUnixMs: nowMs() });
    }
  }
}
