import type { Command } from "./client.ts";

/** The bindings of every table: tmux 3.7 prints nothing where a table that is asked for by name has only one. */
export const LIST_KEYS: Command = ["list-keys"];

/** One key of a tmux key table with the command it runs, as tmux prints it. */
export interface Binding {
  key: string;
  command: string;
}

/** A binding of ours, however tmux quotes it, of this version or another: it opens the popup. */
export const opensPopup = ({ command }: Binding): boolean =>
  /#\{(?:E:)?@agent_wizard_popup\}/.test(command);

/** The command of taw's that clears the pane in front. */
export const CLEAR_PANE = "#{@agent_wizard_taw} pane clear #{pane_id}";

/** A binding of ours that clears the pane in front. */
export const clearsPane = ({ command }: Binding): boolean => command.includes(CLEAR_PANE);

const LINE = /^bind-key\s+(?:-\S+\s+)*?-T (\S+)\s+(\S+)\s+(.*)$/;

/** The bindings of one table in what `list-keys` printed. */
export function parseBindings(shown: string, table: string): Binding[] {
  return shown.split("\n").flatMap((line) => {
    const [, inTable, key = "", command = ""] = LINE.exec(line) ?? [];
    return inTable === table ? [{ key: plainKey(key), command }] : [];
  });
}

/** tmux quotes the keys that its own parser would read. */
const plainKey = (printed: string): string =>
  printed.replace(/^(["'])(.+)\1$/, "$2").replace(/\\(.)/g, "$1");
