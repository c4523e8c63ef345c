import { NEW_SESSION_ARG } from "./cockpit.ts";
import { holdCockpitPopup } from "./cockpit-popup.ts";
import { defineVerb } from "./verb.ts";

/** Answers once the popup has closed again, with the place it had. */
export default defineVerb({
  path: ["ui", "open"],
  summary: "Open the cockpit in a popup",
  grant: "admin",
  result: "ui_open",
  args: NEW_SESSION_ARG,
  run: async (edges, { newSession }) => ({
    type: "ui_open",
    ...(await holdCockpitPopup(edges, newSession)),
  }),
});
