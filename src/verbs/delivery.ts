import { messageText } from "../core/quote.ts";
import type { Client } from "../core/world.ts";
import { showOnDesktop } from "../system/desktop.ts";
import { writeToTerminal } from "../system/tty.ts";
import { whileAttached } from "../tmux/change.ts";
import type { Command } from "../tmux/client.ts";
import { isAtLeast, parseVersion } from "../tmux/version.ts";

/** The ways in which a person is shown a toast, by the words of `[ui.toast] delivery`. */

/** One line each, without control characters. */
export interface Toast {
  title: string;
  body: string;
}

interface Delivery {
  /** What tmux does. */
  commands: readonly Command[];
  /** What is done once tmux has agreed. */
  outside?: () => Promise<void>;
}

type Deliver = (toast: Toast, person: Client, tmuxVersion: string) => Delivery;

const SHOWN_MS = 3000;

export const deliveries: Readonly<Record<"off" | "herdr" | "terminal" | "system", Deliver | null>> =
  {
    off: null,
    herdr: (toast, person, version) => ({
      commands: [whileAttached(person, messageCommand(person, lineOf(toast), version))],
    }),
    terminal: (toast, person) => ({
      commands: [],
      outside: () => writeToTerminal(person.tty, `\u001b]9;${lineOf(toast)}\u0007`),
    }),
    system: (toast) => ({ commands: [], outside: () => showOnDesktop(toast) }),
  };

/** The sound of a toast is the terminal's own bell: tmux plays none. */
export const ring = ({ tty }: Client): Promise<void> => writeToTerminal(tty, "\u0007");

const lineOf = ({ title, body }: Toast): string => (body === "" ? title : `${title}: ${body}`);

/** Up to tmux 3.2a, `-c` takes no client; the message goes to the one tmux takes for the current (facts.md §9). */
function messageCommand({ name }: Client, text: string, version: string): Command {
  const client = isAtLeast(parseVersion(version), [3, 3]) ? ["-c", name] : [];
  return ["display-message", "-d", String(SHOWN_MS), ...client, "--", messageText(text)];
}
