import { hooksLog, lastLogged } from "../../hooks/log.ts";
import { stateFolder } from "../../system/env.ts";
import { lookIfAny } from "../../session/make.ts";
import { lookAtServer } from "../../tmux/folders.ts";
import { defineVerb } from "../verb.ts";

export default defineVerb({
  path: ["hooks", "log"],
  summary: "Show the commands of [hooks] that failed last",
  result: "hooks_log",
  args: {
    lines: { kind: "number", min: 0, value: "N", doc: "how many, 20 unless it is said" },
  },
  run: async (edges, args) => {
    const { environment, tmux } = edges;
    const world = await lookIfAny(edges);
    const state = world ? (await lookAtServer(tmux, environment)).state : stateFolder(environment);
    const lines = await lastLogged(state, args.lines ?? 20);
    return { type: "hooks_log", path: hooksLog(state), count: lines.length, lines };
  },
});
