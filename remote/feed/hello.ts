import { VERSION } from "../../src/core/version.ts";
import { LIST_KEYS, opensPopup, parseBindings } from "../../src/tmux/bindings.ts";
import type { Command, Tmux } from "../../src/tmux/client.ts";
import { ask } from "../../src/tmux/sections.ts";
import { FEED_PROTOCOL } from "./protocol.ts";
import type { FeedHello, FeedTmux } from "./protocol.ts";

/** The first line of a feed, and the facts of tmux in it. */

const globalOption = (name: string): Command => ["show-options", "-gqv", name];

const CLIENT =
  "#{client_control_mode}\t#{client_activity}\t#{client_theme}\t#{client_termfeatures}\t#{client_termname}";

const QUESTIONS = {
  server: ["display-message", "-p", "#{pid} #{start_time}"],
  socket: ["display-message", "-p", "#{socket_path}"],
  version: ["display-message", "-p", "#{version}"],
  prefix: globalOption("prefix"),
  prefix2: globalOption("prefix2"),
  notificationKey: globalOption("@agent-wizard-notification-key"),
  themeOption: globalOption("@agent-wizard-theme"),
  windowStyle: ["show-options", "-gwqv", "window-style"],
  launcher: ["display-message", "-p", "#{@agent_wizard_taw}"],
  config: ["display-message", "-p", "#{@agent_wizard_config}"],
  clients: ["list-clients", "-F", CLIENT],
  keys: LIST_KEYS,
} as const satisfies Record<string, Command>;

export interface Greeting {
  hello: FeedHello;
  /** False where no hook tells anything, because taw is not loaded into the server. */
  isLoaded: boolean;
  /** The config folder that stands in the server; empty where none does. */
  configFolder: string;
}

/** Asks the server who it is, in one call. Throws as `run` does. */
export async function greet(tmux: Tmux, host: string): Promise<Greeting> {
  const answers = await ask(tmux, QUESTIONS);
  const fact = (name: keyof typeof QUESTIONS) => answers[name].trim();
  const front = frontClient(answers.clients);
  return {
    hello: helloLine(host, fact("server"), {
      socket: fact("socket"),
      version: fact("version"),
      prefix: keyOrNone(fact("prefix")),
      prefix2: keyOrNone(fact("prefix2")),
      popup_key: popupKey(fact("keys")),
      notification_key: fact("notificationKey"),
      root_keys: parseBindings(fact("keys"), "root")
        .map(({ key }) => key)
        .filter((key) => !/Mouse|Wheel|Click/.test(key)),
      theme: front.theme || brightness(fact("windowStyle")),
      theme_option: fact("themeOption"),
      truecolor: front.features.includes("RGB"),
      term: front.term,
    }),
    isLoaded: fact("launcher") !== "",
    configFolder: fact("config"),
  };
}

export const helloLine = (host: string, server: string, tmux: FeedTmux): FeedHello => ({
  type: "hello",
  taw: VERSION,
  protocol: FEED_PROTOCOL,
  host,
  server,
  tmux,
});

const keyOrNone = (key: string): string => (key === "None" ? "" : key);

const popupKey = (keys: string): string =>
  parseBindings(keys, "prefix").find(opensPopup)?.key ?? "";

interface Front {
  theme: FeedTmux["theme"];
  features: readonly string[];
  term: string;
}

/** The person's client that was used last. */
function frontClient(rows: string): Front {
  const clients = rows.split("\n").flatMap((row) => {
    const [isControl, activity = "0", theme = "", features = "", term = ""] = row.split("\t");
    return isControl === "0" ? [{ activity: Number(activity), theme, features, term }] : [];
  });
  const front = clients.toSorted((one, other) => other.activity - one.activity)[0];
  const theme = front?.theme === "dark" || front?.theme === "light" ? front.theme : "";
  return { theme, features: front?.features.split(",") ?? [], term: front?.term ?? "" };
}

/** Light or dark by a style's background; empty where it names none that can be told. */
function brightness(style: string): FeedTmux["theme"] {
  const background = /\bbg=(\S+?)(?:,|$)/.exec(style)?.[1] ?? "";
  if (/^(brightwhite|white|colour15|colour7|color15|color7)$/.test(background)) return "light";
  if (/^(black|brightblack|colour0|colour8|color0|color8)$/.test(background)) return "dark";
  const [, red, green, blue] = /^#(..)(..)(..)$/.exec(background) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return "";
  const parts = [red, green, blue].map((part) => Number.parseInt(part, 16));
  const [r = 0, g = 0, b = 0] = parts;
  return 0.299 * r + 0.587 * g + 0.114 * b > 127 ? "light" : "dark";
}
