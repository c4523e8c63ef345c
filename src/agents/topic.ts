import { inertText } from "../core/inert.ts";
import { kindByName } from "./index.ts";
import type { AgentKind } from "./kind.ts";

const TOPIC_LENGTH = 200;

/** A prompt's `user@host: folder` and a bare path are the shell's titles, left in place by an agent that sets none. */
const OF_SHELL = /^\S+@\S+:|^[~/]/;
const MARKS = /^[^\p{L}\p{N}]+/u;

/**
 * What an agent's title says of its work, in one inert line: a topic, never its folder, its name or its state. "" for a
 * title that says no more than those. Of a kind whose titles nobody has seen, several words are one.
 *
 * @param folder the pane's folder, whose name many agents put in their title
 */
export function topicOf(kind: string, title: string, folder: string): string {
  const line = inertText(title.replace(/\s+/g, " ").trim(), TOPIC_LENGTH);
  const known = kindByName(kind);
  const topic = known?.topic === undefined ? anyTopic(line, known) : ownTopic(line, known.topic);
  return topic === folder.slice(folder.lastIndexOf("/") + 1) ? "" : topic;
}

const ownTopic = (line: string, topic: RegExp | null): string =>
  topic?.exec(line)?.groups?.["topic"] ?? "";

function anyTopic(line: string, known: AgentKind | null): string {
  const words = line.replace(MARKS, "");
  if (OF_SHELL.test(line) || words === known?.label) return "";
  return words.includes(" ") ? words : "";
}
