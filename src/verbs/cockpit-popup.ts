import { Failure } from "../core/failure.ts";
import { shellWord } from "../core/quote.ts";
import { peopleOf, personOf } from "../core/world.ts";
import type { Edges } from "../edges.ts";
import { isFrameless, popupCommand, popupLine, popupPlace } from "../loader/popup.ts";
import type { PopupPlace } from "../loader/popup.ts";
import { ask } from "../tmux/sections.ts";
import { parseVersion } from "../tmux/version.ts";
import { isPopupOpen } from "./popups.ts";

/** A popup that is closed from outside hangs up on what runs in it. */
const HUNG_UP = 129;

/**
 * Opens the cockpit in a popup on the client that was used last; gives the place it had once it has closed again.
 *
 * @param newSession starts it with the picker for a new session
 * @throws Failure `tmux_error` without a client, with a popup open there already, or when it ended badly
 */
export async function holdCockpitPopup(edges: Edges, newSession: boolean): Promise<PopupPlace> {
  const seen = await edges.look();
  const { server } = seen;
  const person = personOf(seen);
  if (person === null) {
    throw new Failure("tmux_error", "no attached client to open the popup on: attach one first");
  }
  // tmux would say nothing, and open nothing; with several people it does not tell whose popup is open.
  if (peopleOf(seen).length === 1 && (await isPopupOpen(seen))) {
    throw new Failure("tmux_error", "a popup is open there already: popup close closes it");
  }
  const { width, height, program, cells } = await ask(edges.tmux, {
    width: ["show-options", "-gqv", "@agent-wizard-popup-width"],
    height: ["show-options", "-gqv", "@agent-wizard-popup-height"],
    program: ["display-message", "-p", "#{@agent_wizard_ui}"],
    cells: ["list-clients", "-F", "#{client_name}\t#{client_width}\t#{client_height}"],
  });
  const version = parseVersion(server.version);
  const size = { width: width.trim(), height: height.trim() };
  const place = popupPlace(cellsOf(cells, person.name), version, size);
  const line = popupLine(program.trim()) || `${shellWord(edges.self.binaryPath)} ui`;
  const runs = newSession ? `${line} --new-session` : line;
  const isBare = isFrameless(version, size);
  await hold(edges.tmux.runLasting(popupCommand(person.name, isBare, place, runs)));
  return place;
}

function cellsOf(clients: string, name: string): { width: number; height: number } {
  const row = clients.split("\n").find((line) => line.startsWith(`${name}\t`)) ?? "";
  const [, width, height] = row.split("\t").map(Number);
  if (width && height) return { width, height };
  throw new Failure("tmux_error", `no attached client to open the popup on: ${name} has gone`);
}

async function hold(popup: Promise<{ code: number; said: string }>): Promise<void> {
  const { code, said } = await popup;
  if (code === 0 || (code === HUNG_UP && said === "")) return;
  throw new Failure("tmux_error", said || `the popup ended with status ${code}`);
}
