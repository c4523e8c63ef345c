import { openWorktree } from "../../worktree/open.ts";
import { FOCUS_ARGS } from "../launch.ts";
import { defineVerb } from "../verb.ts";
import {
  askedRepository,
  broughtInFront,
  JSON_ARG,
  openedRecord,
  REPOSITORY_ARGS,
  shownRecords,
  TRUST_ARG,
} from "./asked.ts";

export default defineVerb({
  path: ["worktree", "open"],
  summary: "Open a git worktree that is there as a workspace",
  grant: "admin",
  method: "worktree.open",
  result: "worktree_opened",
  args: {
    ...REPOSITORY_ARGS,
    path: { kind: "text", value: "PATH", doc: "the worktree in this folder" },
    branch: { kind: "text", value: "NAME", doc: "the worktree that has this branch checked out" },
    label: {
      kind: "text",
      value: "TEXT",
      doc: "the workspace's name; one that is open already is renamed",
    },
    ...FOCUS_ARGS,
    ...TRUST_ARG,
    ...JSON_ARG,
  },
  rules: [
    { atMostOne: ["workspaceId", "cwd"] },
    { exactlyOne: ["path", "branch"] },
    { atMostOne: ["focus", "noFocus"] },
  ],
  run: async (edges, args) => {
    const asked = await askedRepository(edges, await edges.look(), args);
    const { path, branch, label } = args;
    const made = await openWorktree(edges, asked, { path, branch, label });
    const opened = args.focus ? await broughtInFront(edges, made) : made;
    return {
      type: "worktree_opened",
      ...shownRecords(opened),
      worktree: openedRecord(opened, opened.workspaceId),
      already_open: opened.isOpenAlready,
      session_id: opened.workspace.id,
    };
  },
});
