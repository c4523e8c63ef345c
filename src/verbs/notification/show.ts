import { loadConfig } from "../../config/load.ts";
import { Failure } from "../../core/failure.ts";
import { parseHooked } from "../../core/hooked.ts";
import { inertText } from "../../core/inert.ts";
import { queueTold } from "../../core/queue.ts";
import { personOf } from "../../core/world.ts";
import type { World } from "../../core/world.ts";
import type { Edges } from "../../edges.ts";
import { configFolderOf } from "../../system/env.ts";
import type { Change } from "../../tmux/change.ts";
import type { Command } from "../../tmux/client.ts";
import { deliveries, ring } from "../delivery.ts";
import type { Toast } from "../delivery.ts";
import { defineVerb } from "../verb.ts";

/** herdr's limits; text past them is cut (reference/herdr/cli.md §6). */
const TITLE_CHARACTERS = 80;
const BODY_CHARACTERS = 240;

/** One a second, from whomever. */
const EVERY_MS = 1000;

const LIMITED = new Failure("timeout", "another notification was shown within the last second");

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
    const person = personOf(seen);
    const told = tellHooked(seen, toast, args.sound);
    if (deliver === null || person === null) {
      await tellUnshown(edges, seen, told);
      return notShown(deliver === null ? "disabled" : "no_foreground_client");
    }
    const delivery = deliver(toast, person, seen.server.version);
    const wish = paced(person.workspaceId, edges.clock.nowMs());
    const commands = [...wish.commands, ...delivery.commands, ...told];
    if (!(await isCarriedOut(edges, seen, { ...wish, commands }))) return notShown("rate_limited");
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

/** For the commands hooked to `notification`, where there are any. */
function tellHooked(
  { server }: World,
  { title, body }: Toast,
  sound: "none" | "done" | "request" | null,
): readonly Command[] {
  const isHooked = parseHooked(server.hooks ?? "")?.names.includes("notification") ?? false;
  const kind = sound === "request" ? "request" : "done";
  const message = body === "" ? title : `${title}: ${body}`;
  return isHooked ? queueTold("notified", { kind, message, title, body }, null) : [];
}

/** A command hears also of what nobody is there to be shown. */
async function tellUnshown(edges: Edges, seen: World, told: readonly Command[]): Promise<void> {
  const [workspace] = seen.workspaces;
  if (told.length === 0 || !workspace) return;
  const wish = paced(workspace.id, edges.clock.nowMs());
  await isCarriedOut(edges, seen, { ...wish, commands: [...wish.commands, ...told] });
}

/** False when another was shown within the last second. */
async function isCarriedOut(edges: Edges, seen: World, wish: Change): Promise<boolean> {
  try {
    await edges.change(seen, wish);
    return true;
  } catch (error) {
    if (error !== LIMITED) throw error;
    return false;
  }
}

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
function paced(target: Change["target"], nowMs: number): Change {
  const last = "#{@agent_wizard_notified}";
  const isLongAgo = `#{||:#{<=:${last},${nowMs - EVERY_MS}},#{>:${last},${nowMs + EVERY_MS}}}`;
  return {
    target,
    when: { format: `#{||:#{==:${last},},${isLongAgo}}`, otherwise: LIMITED },
    commands: [["set-option", "-s", "@agent_wizard_notified", String(nowMs)]],
  };
}
