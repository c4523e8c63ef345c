import { publicWorkspaceId } from "../../core/ids.ts";
import { createWorktree } from "../../worktree/create.ts";
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
  path: ["worktree", "create"],
  summary: "Make a git worktree and a workspace in it",
  grant: "admin",
  method: "worktree.create",
  result: "worktree_created",
  args: {
    ...REPOSITORY_ARGS,
    branch: {
      kind: "text",
      value: "NAME",
      doc: "its branch: one that is there, else a new one (without it, a name is made up)",
    },
    base: { kind: "text", value: "REF", doc: "where a new branch begins (HEAD)" },
    path: { kind: "text", value: "PATH", doc: "its folder (a place under worktrees.directory)" },
    label: {
      kind: "text",
      value: "TEXT",
      doc: "the workspace's name (repository and branch: api--feat-x)",
    },
    ...FOCUS_ARGS,
    ...TRUST_ARG,
    ...JSON_ARG,
  },
  rules: [{ atMostOne: ["workspaceId", "cwd"] }, { atMostOne: ["focus", "noFocus"] }],
  run: async (edges, args) => {
    const asked = await askedRepository(edges, await edges.look(), args);
    const { branch, base, path, label, trustRepository: trustsRepository } = args;
    const wish = { branch, base, path, label, trustsRepository };
    const made = await createWorktree(edges, asked, wish);
    const opened = args.focus ? await broughtInFront(edges, made) : made;
    const worktree = openedRecord(opened, publicWorkspaceId(opened.workspace.id));
    return { type: "worktree_created", ...shownRecords(opened), worktree };
  },
});
