import type { Process } from "../core/job.ts";
import { basename, scriptWords } from "./name.ts";

/**
 * Programs that give what they start a terminal of its own and stand in front of it on the pane's. What a person sees
 * is the inner job, so that is what is identified. `taw run` is ours; sudo does it since 1.9.14.
 */
const WRAPPERS: ReadonlySet<string> = new Set(["sudo", "doas", "script"]);

const OWN_ENTRY = /^(?:taw|main|run)(?:\.[jt]s)?$/;

/** Whether a process may be such a wrapper, by its name or, for ours, by its words. */
export function isWrapper(process: Process): boolean {
  if (WRAPPERS.has(process.comm)) return true;
  const words = scriptWords(process) ?? process.argv;
  return OWN_ENTRY.test(basename(words[0] ?? "")) && words.slice(1).includes("run");
}

/** The process on the inner terminal: a child, or a child's child, that leads a group on another terminal. */
export function innerLeader(processes: readonly Process[], wrapper: Process): Process | null {
  const startedBy = (pid: number) => processes.filter((process) => process.parent === pid);
  const children = startedBy(wrapper.pid);
  const grandchildren = children.flatMap((child) => startedBy(child.pid));
  const isInner = (process: Process) =>
    process.terminal !== "" && process.terminal !== wrapper.terminal && process.foreground > 0;
  return children.concat(grandchildren).find(isInner) ?? null;
}
