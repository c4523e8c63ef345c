import { Failure } from "../../core/failure.ts";
import { peopleOf, personOf } from "../../core/world.ts";
import { whileAttached } from "../../tmux/change.ts";
import { isPopupOpen } from "../popups.ts";
import { defineVerb } from "../verb.ts";

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
