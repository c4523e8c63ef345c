import { Failure, UsageError } from "../core/failure.ts";
import type { Edges } from "../edges.ts";
import { findFolder, NoPresentFolder } from "../session/find.ts";
import { openSession } from "../session/open.ts";
import type { OpenedSession } from "../session/open.ts";
import { inForeground } from "../system/process.ts";
import { isTerminal } from "../system/terminal.ts";
import { holdCockpitPopup } from "./cockpit-popup.ts";
import { attachCommand, bringThere, lookWithConfig } from "./session/opened.ts";
import type { Done } from "./verb.ts";
import { defineVerb } from "./verb.ts";

const INPUT = 0;
const OUTPUT = 1;

/** What cannot be done is refused before anything is made. */
function requireWay({ tmux }: Edges, terms: readonly string[], json: boolean): void {
  if (terms.length === 0 && json) {
    throw new Failure(
      "invalid_argument",
      "--json opens nothing by itself: give a folder, or a term that zoxide knows",
    );
  }
  if (terms.length === 0 && !tmux.address.isOwn) {
    throw new UsageError(
      "name a folder, or a term that zoxide knows: outside tmux no popup can ask for one",
    );
  }
  const canAttach = tmux.address.isOwn || (isTerminal(INPUT) && isTerminal(OUTPUT));
  if (json || canAttach) return;
  throw new UsageError("this is not a terminal, use --json to open without attaching");
}

/** For a person it is how the command was typed that is wrong; a program gets an answer. */
async function findFor(edges: Edges, terms: readonly string[], json: boolean) {
  const { seen, config } = await lookWithConfig(edges);
  try {
    return { seen, config, folder: await findFolder(terms, config, edges) };
  } catch (error) {
    if (!json && error instanceof NoPresentFolder) throw new UsageError(error.message);
    throw error;
  }
}

/** A terminal outside tmux becomes the session's client until the person detaches. */
async function attach(edges: Edges, opened: OpenedSession): Promise<Done> {
  return { exitCode: await inForeground(attachCommand(edges, opened), edges.environment) };
}

/** Without terms the popup's picker asks for the folder; the person goes there by themselves. */
async function pick(edges: Edges): Promise<Done> {
  await holdCockpitPopup(edges, true);
  return { exitCode: 0 };
}

export default defineVerb({
  path: ["open"],
  summary: "Go to the session of a folder: a path, a term, or one picked in the popup",
  grant: "admin",
  result: "session_open",
  args: {
    terms: { kind: "words", value: "TERM", doc: "a path, or words that are in one" },
    json: { kind: "flag", doc: "answer as session open does, and attach nothing" },
  },
  run: async (edges, { terms, json }) => {
    requireWay(edges, terms, json);
    if (terms.length === 0) return pick(edges);
    const { seen, config, folder } = await findFor(edges, terms, json);
    const opened = await openSession(edges, seen, folder, config);
    const isOutside = !json && !edges.tmux.address.isOwn;
    return isOutside ? attach(edges, opened) : bringThere(edges, opened);
  },
  print: (_answer, { json }) => (json ? null : ""),
  failsPlainly: ({ json }) => !json,
});
