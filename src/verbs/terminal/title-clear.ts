import { defineVerb } from "../verb.ts";
import { changeTitle } from "../window-title.ts";

export default defineVerb({
  path: ["terminal", "title", "clear"],
  summary: "Give that terminal the title back that it had",
  grant: "admin",
  method: "client.window_title.clear",
  result: "client_window_title",
  args: {},
  run: (edges) => changeTitle(edges, null),
});
