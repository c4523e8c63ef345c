import { capture } from "./process.ts";

/** AppleScript is given the words as arguments, never as text of the script. */
const APPLE_SCRIPT = [
  "on run argv",
  "display notification (item 2 of argv) with title (item 1 of argv)",
  "end run",
];

/**
 * Shows a notification on the desktop: `osascript` on macOS, `notify-send` elsewhere.
 *
 * @throws Failure `io_error` naming the program when it is not there or fails
 */
export async function showOnDesktop({
  title,
  body,
}: {
  title: string;
  body: string;
}): Promise<void> {
  const isMac = process.platform === "darwin";
  const script = APPLE_SCRIPT.flatMap((line) => ["-e", line]);
  await capture(
    isMac ? ["osascript", ...script, title, body] : ["notify-send", "-a", "taw", "--", title, body],
  );
}
