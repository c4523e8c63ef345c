import { expire } from "../../events/expire.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["events", "expire"],
  summary: "Tell which reported metadata has ended",
  args: { second: { kind: "word", value: "UNIX", doc: "the second for which a timer was armed" } },
  isSilent: true,
  run: async ({ tmux, clock }, { second }) => {
    await expire(tmux, clock, second !== null && /^\d{1,12}$/.test(second) ? Number(second) : null);
    return { type: "ok" };
  },
});
