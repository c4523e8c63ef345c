import { verbsOf } from "../index.ts";
import { defineVerb } from "../verb.ts";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import { placesOf } from "./model.ts";
import { zshScript } from "./zsh.ts";

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

export default defineVerb({
  path: ["completion"],
  summary: "Print the completion script of a shell",
  result: "completion",
  args: {
    shell: {
      kind: "word",
      required: true,
      value: "SHELL",
      choices: ["bash", "zsh", "fish"],
      doc: "bash, zsh or fish",
    },
  },
  run: async (edges, { shell }) => {
    const places = await placesOf(verbsOf(edges.face));
    return { type: "completion", shell, script: SCRIPTS[shell](edges.face.name, places) };
  },
  print: ({ script }) => script,
});
