import { inertText } from "../../core/inert.ts";
import { agentsInOrder, panesInOrder, statusOf, tabLabel } from "../../core/records.ts";
import { publicWorkspaceId } from "../../core/ids.ts";
import type { Pane, World } from "../../core/world.ts";
import { defineVerb } from "../verb.ts";
import type { Word } from "./model.ts";
import { SUBJECTS } from "./model.ts";

/** What a shell offers where a pane, tab, workspace or agent is named: `<id> TAB <what it is>`, one a line. */
export default defineVerb({
  path: ["__ids"],
  summary: "Print the ids that a shell can complete",
  result: "ids",
  args: {
    subject: {
      kind: "word",
      required: true,
      value: "SUBJECT",
      choices: SUBJECTS,
      doc: "pane, tab, workspace or agent",
    },
  },
  run: async (edges, { subject }) => {
    const ids = LISTS[subject](await edges.look()).filter(({ text }) => SAFE.test(text));
    return { type: "ids", ids };
  },
  print: ({ ids }) => ids.map(({ text, doc }) => `${text}\t${inertText(doc, 60)}\n`).join(""),
});

/** bash expands the words it is given, and it splits words at colons. */
const SAFE = /^[\w%@-]+$/;

const paneDoc = (pane: Pane): string =>
  pane.agent ? `${pane.agent.kind} ${statusOf(pane)}` : pane.command;

const LISTS: Readonly<Record<(typeof SUBJECTS)[number], (world: World) => Word[]>> = {
  agent: (world) =>
    agentsInOrder(world).map((pane) => ({ text: pane.agent?.name ?? pane.id, doc: paneDoc(pane) })),
  pane: (world) => panesInOrder(world).map((pane) => ({ text: pane.id, doc: paneDoc(pane) })),
  tab: (world) => world.tabs.map((tab) => ({ text: tab.id, doc: tabLabel(world, tab) })),
  workspace: (world) =>
    world.workspaces.map(({ id, name }) => ({ text: publicWorkspaceId(id), doc: name })),
};
