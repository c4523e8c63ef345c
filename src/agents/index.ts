import { agy } from "./agy.ts";
import { amp } from "./amp.ts";
import { claude } from "./claude.ts";
import { cline } from "./cline.ts";
import { codex } from "./codex.ts";
import { commandCode } from "./command-code.ts";
import { copilot } from "./copilot.ts";
import { crush } from "./crush.ts";
import { cursor } from "./cursor.ts";
import { devin } from "./devin.ts";
import { droid } from "./droid.ts";
import { gemini } from "./gemini.ts";
import { grok } from "./grok.ts";
import { hermes } from "./hermes.ts";
import { kilo } from "./kilo.ts";
import { kimi } from "./kimi.ts";
import { kiro } from "./kiro.ts";
import { letta } from "./letta.ts";
import { maki } from "./maki.ts";
import { mastracode } from "./mastracode.ts";
import { muse } from "./muse.ts";
import { omp } from "./omp.ts";
import { opencode } from "./opencode.ts";
import { pi } from "./pi.ts";
import { primeAgent } from "./prime-agent.ts";
import { qodercli } from "./qodercli.ts";
import { qwen } from "./qwen.ts";
import type { AgentKind } from "./kind.ts";

/** Every kind taw knows, by its name. An agent kind is added with its file and one line here. */
export const AGENTS = [
  agy,
  amp,
  claude,
  cline,
  codex,
  commandCode,
  copilot,
  crush,
  cursor,
  devin,
  droid,
  gemini,
  grok,
  hermes,
  kilo,
  kimi,
  kiro,
  letta,
  maki,
  mastracode,
  muse,
  omp,
  opencode,
  pi,
  primeAgent,
  qodercli,
  qwen,
] as const satisfies readonly AgentKind[];

export type KindName = (typeof AGENTS)[number]["kind"];

/** A kind of this registry. */
export type KnownKind = AgentKind & { readonly kind: KindName };

const kinds: readonly KnownKind[] = AGENTS;
const byName = new Map(kinds.flatMap((agent) => agent.names.map((name) => [name, agent] as const)));

/** The kind with this label or process name, whatever its case; null when no kind bears it. */
export function kindByName(name: string): KnownKind | null {
  const lower = name.toLowerCase();
  return byName.get(lower) ?? kinds.find((agent) => agent.namePattern?.test(lower)) ?? null;
}

/** The kind that a program or script is by the place where it lies, whatever the file is called; null when none. */
export function kindByPath(path: string): KnownKind | null {
  const place = normalPath(path);
  const lies = (script: string) => place === script || place.endsWith(`/${script}`);
  const found = kinds.find((kind) => kind.scripts.some(lies) || kind.pathPattern?.test(place));
  return found ?? null;
}

/** Lower case, without empty, `.` and `..` components and without the extension of a program. */
function normalPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.toLowerCase().split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return `/${parts.join("/")}`.replace(/\.(?:[cm]?js|exe)$/, "");
}
