import { loadConfig } from "../../config/load.ts";
import { Failure } from "../../core/failure.ts";
import { inertText } from "../../core/inert.ts";
import { personOf } from "../../core/world.ts";
import { configFolderOf } from "../../system/env.ts";
import type { Change } from "../../tmux/change.ts";
import { deliveries, ring } from "../delivery.ts";
import { defineVerb } from "../verb.ts";

/** herdr's limits; text past them is cut (reference/herdr/cli.md §6). */
const TITLE_CHARACTERS = 80;
const BODY_CHARACTERS = 240;

/** One a second, from whomever. */
const EVERY_MS = 1000;

/** How it is shown is `[ui.toast] delivery`: not at all, in tmux's message line, or by the terminal or the system. */
export default defineVerb({
  path: ["notification", "show"],
  summary: "Show a notification to the person at this tmux",
  method: "notification.show",
  result: "notification_show",
  args: {
    title: { kind: "word", required: true, value: "TITLE", doc: "what it is about" },
    body: { kind: "text", value: "TEXT", doc: "what it says" },
    position: {
      kind: "choice",
      choices: ["top-left", "top-right", "bottom-left", "bottom-right"],
      doc: "the corner, where the delivery has one (tmux's message line has not)",
    },
    sound: {
      kind: "choice",
      choices: ["none", "done", "request"],
      doc: "ring the terminal's bell too",
    },
  },
  run: async (edges, args) => {
    const toast = { title: titleOf(args.title), body: oneLine(args.body ?? "", BODY_CHARACTERS) };
    const seen = await edges.look();
    const { config } = await loadConfig(configFolderOf(seen.server, edges.environment));
    const deliver = deliveries[deliveryOf(config)];
    if (deliver === null) return notShown("disabled");
    const person = personOf(seen);
    if (person === null) return notShown("no_foreground_client");
    const delivery = deliver(toast, person, seen.server.version);
    const limited = new Failure("timeout", "another notification was shown within the last second");
    const wish = paced(person.workspaceId, edges.clock.nowMs(), limited);
    try {
      await edges.change(seen, { ...wish, commands: [...wish.commands, ...delivery.commands] });
    } catch (error) {
      if (error !== limited) throw error;
      return notShown("rate_limited");
    }
    await delivery.outside?.();
    if ((args.sound ?? "none") !== "none" && config["ui.sound.enabled"]) await ring(person);
    return { type: "notification_show", shown: true, reason: "shown" };
  },
});

const notShown = (reason: "disabled" | "no_foreground_client" | "rate_limited") => ({
  type: "notification_show" as const,
  shown: false,
  reason,
});

/** Runs of blanks are one blank. */
const oneLine = (text: string, most: number): string =>
  inertText(text.replace(/\s+/g, " ").trim(), most).trim();

function titleOf(text: string): string {
  const title = oneLine(text, TITLE_CHARACTERS);
  if (title !== "") return title;
  throw new Failure("invalid_argument", "the notification's title is blank: say what it is about");
}

type Config = Awaited<ReturnType<typeof loadConfig>>["config"];

/** `enabled` is the older spelling; it counts where `delivery` says nothing. */
const deliveryOf = (config: Config): keyof typeof deliveries =>
  config["ui.toast.delivery"] === "off" && config["ui.toast.enabled"] === true
    ? "herdr"
    : config["ui.toast.delivery"];

/** Notes when one is shown, and refuses the next within a second; tmux itself compares. A clock that was set back counts for nothing. */
function paced(target: Change["target"], nowMs: number, otherwise: Failure): Change {
  const last = "#{@agent_wizard_notified}";
  const isLongAgo = `#{||:#{<=:${last},${nowMs - EVERY_MS}},#{>:${last},${nowMs + EVERY_MS}}}`;
  return {
    target,
    when: { format: `#{||:#{==:${last},},${isLongAgo}}`, otherwise },
    commands: [["set-option", "-s", "@agent_wizard_notified", String(nowMs)]],
  };
}
