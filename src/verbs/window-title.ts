import { parseJson } from "../core/json.ts";
import { literal } from "../core/quote.ts";
import { personOf } from "../core/world.ts";
import type { Client } from "../core/world.ts";
import type { Edges } from "../edges.ts";
import type { Command } from "../tmux/client.ts";
import { ask } from "../tmux/sections.ts";

/**
 * The title of the terminal that a person sits at is tmux's to set: `set-titles` and `set-titles-string` of the workspace
 * that it shows. What stood there before is kept beside them, and comes back.
 */
const OPTIONS = ["set-titles", "set-titles-string"] as const;
const KEPT = "@agent_wizard_titles";

/** `ClientWindowTitle` of reference/herdr/records.md §6. */
export interface TitleAnswer {
  type: "client_window_title";
  changed: boolean;
  reason: "set" | "cleared" | "no_foreground_client";
}

/** Sets the title, or with null gives back what stood there before. Nobody attached is no error. */
export async function changeTitle(edges: Edges, title: string | null): Promise<TitleAnswer> {
  const seen = await edges.look();
  const person = personOf(seen);
  if (person === null) return answer(false, "no_foreground_client");
  const own = await ownOptions(edges, person);
  const commands = title === null ? restoring(person, own.kept) : setting(person, title, own);
  if (commands.length > 0) await edges.change(seen, { target: person.workspaceId, commands });
  return answer(commands.length > 0, title === null ? "cleared" : "set");
}

const answer = (changed: boolean, reason: TitleAnswer["reason"]): TitleAnswer => ({
  type: "client_window_title",
  changed,
  reason,
});

/** What the workspace itself has set, not what it inherits; "" where it has not. */
async function ownOptions({ tmux }: Edges, { workspaceId }: Client) {
  const own = (name: string): Command => ["show-options", "-qv", "-t", workspaceId, name];
  const asked = await ask(tmux, {
    "set-titles": own("set-titles"),
    "set-titles-string": own("set-titles-string"),
    kept: own(KEPT),
  });
  return {
    kept: lineOf(asked.kept),
    values: OPTIONS.map((name) => lineOf(asked[name])),
  };
}

const lineOf = (printed: string): string => printed.replace(/\n$/, "");

function setting(
  { workspaceId }: Client,
  title: string,
  { kept, values }: Awaited<ReturnType<typeof ownOptions>>,
): Command[] {
  const set = (name: string, value: string): Command => [
    "set-option",
    "-t",
    workspaceId,
    name,
    value,
  ];
  const keep = kept === "" ? [set(KEPT, JSON.stringify(values))] : [];
  // tmux expands formats in it, then gives it to strftime.
  const written = literal(title).replaceAll("%", "%%");
  return [...keep, set("set-titles", "on"), set("set-titles-string", written)];
}

function restoring({ workspaceId }: Client, kept: string): Command[] {
  if (kept === "") return [];
  const before = parseJson(kept);
  const values: readonly unknown[] = Array.isArray(before) ? before : [];
  const back = OPTIONS.map((name, at): Command => {
    const value = values[at];
    return typeof value === "string" && value !== ""
      ? ["set-option", "-t", workspaceId, name, value]
      : ["set-option", "-u", "-t", workspaceId, name];
  });
  return [...back, ["set-option", "-u", "-t", workspaceId, KEPT]];
}
