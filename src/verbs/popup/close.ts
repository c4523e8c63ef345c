import { Failure } from "../../core/failure.ts";
import { terminalPath } from "../../core/job.ts";
import { peopleOf, personOf } from "../../core/world.ts";
import type { World } from "../../core/world.ts";
import { readChildren } from "../../system/proc.ts";
import { whileAttached } from "../../tmux/change.ts";
import { defineVerb } from "../verb.ts";

/**
 * tmux does not tell whether a popup is open. What runs in one is a process of the server on a terminal that is no
 * pane's.
 */
export default defineVerb({
  path: ["popup", "close"],
  summary: "Close the popup that is open",
  grant: "admin",
  method: "popup.close",
  result: "ok",
  args: {},
  run: async (edges) => {
    const seen = await edges.look();
    const target = personOf(seen)?.workspaceId;
    if (target === undefined || !(await isPopupOpen(seen))) {
      throw new Failure("not_found", "no popup is open; ui open opens one", { subject: "popup" });
    }
    const commands = peopleOf(seen).map((client) =>
      whileAttached(client, ["display-popup", "-C", "-c", client.name]),
    );
    await edges.change(seen, { target, commands });
    return { type: "ok" };
  },
});

async function isPopupOpen({ server, panes }: World): Promise<boolean> {
  const terminals = new Set(panes.map(({ tty }) => tty));
  return (await readChildren(server.pid)).some(({ terminal }) => {
    const path = terminalPath(terminal);
    return path !== "" && !terminals.has(path);
  });
}
