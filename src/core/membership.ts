import { isFields, parseJson } from "./json.ts";
import type { Membership } from "./world.ts";

/** WorkspaceWorktreeInfo (reference/herdr/records.md §4); what `@agent_wizard_worktree` holds is the same as JSON. */
export interface MembershipRecord {
  repo_key: string;
  repo_name: string;
  repo_root: string;
  checkout_path: string;
  is_linked_worktree: boolean;
}

export const membershipRecord = (membership: Membership): MembershipRecord => ({
  repo_key: membership.repoKey,
  repo_name: repoName(membership.repoRoot),
  repo_root: membership.repoRoot,
  checkout_path: membership.checkoutPath,
  is_linked_worktree: membership.isLinked,
});

/** The option's text back; null where it is not set, and for a text that is none. */
export function parseMembership(text: string): Membership | null {
  if (text === "") return null;
  const record = parseJson(text);
  if (!isFields(record)) return null;
  const {
    repo_key: repoKey,
    repo_root: repoRoot,
    checkout_path: checkoutPath,
    is_linked_worktree: isLinked,
  } = record;
  const isWhole =
    typeof repoKey === "string" &&
    typeof repoRoot === "string" &&
    typeof checkoutPath === "string" &&
    typeof isLinked === "boolean";
  return isWhole ? { repoKey, repoRoot, checkoutPath, isLinked } : null;
}

/** What people call the repository: its folder's name, or of a bare one that only holds checkouts (`.bare`) the folder's around it. */
export function repoName(repoRoot: string): string {
  const names = repoRoot.split("/").filter(Boolean);
  const name = names.at(-1) ?? repoRoot;
  if (name.startsWith(".") && names.length > 1) return names.at(-2) ?? name;
  return name.replace(/(?<=.)\.git$/, "");
}
