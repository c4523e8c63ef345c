import { expect, test } from "bun:test";
import { topicOf } from "../../../src/agents/topic.ts";

/** Titles as the agents set them in the folder /srv/proj. */
const TOPICS: readonly (readonly [kind: string, title: string, topic: string])[] = [
  ["claude", "✳ Claude Code", ""],
  ["claude", "✳ Fix the parser", "Fix the parser"],
  ["claude", "⠂ Fix the parser", "Fix the parser"],
  ["claude", "vm", ""],
  ["cline", "Cline", ""],
  ["cline", "> RUN touch hello.txt THEN SLOW 4", "RUN touch hello.txt THEN SLOW 4"],
  ["codex", "proj", ""],
  ["codex", "⠋ proj", ""],
  ["codex", "[ ! ] Action Required | proj", ""],
  ["codex", "SLOW 8 | proj", "SLOW 8"],
  ["codex", "⠇ SLOW 8 | proj", "SLOW 8"],
  ["codex", "[ . ] Action Required | Fix a | b | proj", "Fix a | b"],
  ["command-code", "⌘ Command Code · proj · mock/mock-1", ""],
  ["command-code", "⌘ Mock title · mock/mock-1", "Mock title"],
  ["copilot", "GitHub Copilot", ""],
  ["copilot", "SLOW 8 - GitHub Copilot", "SLOW 8"],
  ["droid", "⛬ Droid", ""],
  ["gemini", "◇  Ready (proj)                                  ", ""],
  ["gemini", "✋  Action Required (proj)                        ", ""],
  ["kilo", "Kilo CLI", ""],
  ["kilo", "Kilo CLI | Mock title", "Mock title"],
  ["letta", "Letta Code | Letta Code", ""],
  ["mastracode", "Mastra Code - proj", ""],
  ["omp", "π > proj", ""],
  ["omp", "π ⠦ Mock title", "Mock title"],
  ["omp", "π ! Mock title", "Mock title"],
  ["opencode", "OpenCode", ""],
  ["opencode", "OC | Mock title", "Mock title"],
  ["pi", "π - proj", ""],
  ["pi", "π - Fix the parser - proj", "Fix the parser"],
  ["qodercli", "◇ Qoder CLI | Ready", ""],
  ["qwen", "◐︎ Qwen - proj", ""],
  ["amp", "Amp", ""],
  ["amp", "proj", ""],
  ["amp", "me@vm: ~/proj and more", ""],
  ["amp", "~/my proj", ""],
  ["amp", "⠋ Fix the parser", "Fix the parser"],
  ["somebody", "Fix   the\u202e parser\u001b", "Fix the parser"],
];

test.each(TOPICS)("%s's title %p tells %p of its work", (kind, title, topic) => {
  expect(topicOf(kind, title, "/srv/proj")).toBe(topic);
});
