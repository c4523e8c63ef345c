import { Failure } from "../../core/failure.ts";
import { inertText } from "../../core/inert.ts";
import { defineVerb } from "../verb.ts";
import { changeTitle } from "../window-title.ts";

/** herdr's limit (reference/herdr/cli.md §6). */
const TITLE_CHARACTERS = 200;

export default defineVerb({
  path: ["terminal", "title", "set"],
  summary: "Set the title of the terminal that the person at this tmux sits at",
  grant: "admin",
  method: "client.window_title.set",
  result: "client_window_title",
  args: { title: { kind: "word", required: true, value: "TITLE", doc: "at most 200 characters" } },
  run: async (edges, args) => {
    const title = inertText(args.title, TITLE_CHARACTERS).trim();
    if (title === "") {
      throw new Failure("invalid_argument", "window title is empty: give it some text that shows");
    }
    return changeTitle(edges, title);
  },
});
