import { NEVER_SUPPORTED, NOT_SUPPORTED_YET } from "../core/methods.ts";
import { Failure, UsageError } from "../core/failure.ts";
import type { Params } from "../core/schema.ts";
import { VERBS } from "../verbs/index.ts";
import type { VerbEntry } from "../verbs/index.ts";
import type { AnyVerb, Answer, ParsedArgs } from "../verbs/verb.ts";
import { argsOf } from "./args.ts";
import { invalid } from "./request.ts";
import type { Call, OwnMethod } from "./call.ts";

/** Methods that no verb does: those of the connection itself, and of the server. */
const OWN: Readonly<Record<string, () => Promise<OwnMethod>>> = {
  "events.subscribe": async () => (await import("./subscribe.ts")).subscribe,
  "events.wait": async () => (await import("./wait-event.ts")).waitEvent,
  ping: async () => (await import("./ping.ts")).ping,
};

/** Where a verb's words are not its method's, `pane.process_info` → `pane process-info`. */
const PATHS: Readonly<Record<string, string>> = {
  "client.window_title.clear": "terminal title clear",
  "client.window_title.set": "terminal title set",
  "pane.focus": "pane focus-id",
  "pane.focus_direction": "pane focus",
  "pane.input.set": "pane input",
  "pane.wait_for_output": "pane wait-output",
  "server.agent_manifests": "manifest list",
  "server.reload_agent_manifests": "manifest reload",
  "server.reload_config": "config reload",
  "session.snapshot": "api snapshot",
};

/** The words of the verb that does a method, where there is one. */
const pathOf = (method: string): string =>
  PATHS[method] ?? method.replaceAll(".", " ").replaceAll("_", "-");

/** The registry's row of the verb that does a method; null where none does. */
export const entryOf = (method: string): VerbEntry | null =>
  VERBS.find(({ path, face }) => path === pathOf(method) && face !== "taw") ?? null;

const verbs = new Map<string, AnyVerb>();

async function verbOf(method: string): Promise<AnyVerb | null> {
  const known = verbs.get(method);
  if (known) return known;
  const verb = (await entryOf(method)?.load())?.default ?? null;
  if (verb?.method !== method) return null;
  verbs.set(method, verb);
  return verb;
}

/** Whether this taw answers the method with more than `unsupported`. */
export const isAnswered = async (method: string): Promise<boolean> =>
  Object.hasOwn(OWN, method) || (await verbOf(method)) !== null;

/** Whether a method's parameters are looked at: what is never done is refused whatever it was asked with. */
export const isRefused = (method: string): boolean =>
  NEVER_SUPPORTED.has(method) || NOT_SUPPORTED_YET.has(method);

/**
 * Does a method.
 *
 * @returns null when it answers by itself, through the connection, and the connection stays open
 * @throws Failure as its verb does, `unsupported` for a method that this taw does not do
 */
export async function runMethod(
  method: string,
  params: Params,
  call: Call,
): Promise<Answer | null> {
  const own = await OWN[method]?.();
  if (own) return own(params, call);
  const verb = await verbOf(method);
  if (verb === null) throw unsupported(method);
  const result = await runVerb(verb, argsOf(verb, method, params), call);
  if (result.type === undefined) throw new Error(`the verb of ${method} gave no answer`);
  return result;
}

/** What is a usage error on the command line is an invalid request here. */
async function runVerb(verb: AnyVerb, values: ParsedArgs, { edgesFor }: Call) {
  try {
    return await verb.run(edgesFor(verb.grant ?? "read"), values);
  } catch (error) {
    if (error instanceof UsageError) throw invalid(`params: ${error.message}`);
    throw error;
  }
}

export function unsupported(method: string): Failure {
  const why = NEVER_SUPPORTED.has(method)
    ? "tmux has nothing that does it, or it is herdr's own"
    : "this version of taw does not do it";
  return new Failure("unsupported", `${method} is not supported: ${why}`);
}
