import { HOOK_NAMES, HOOK_ROWS, isHookName } from "../../config/hooks.ts";
import type { HookName } from "../../config/hooks.ts";
import { configFile } from "../../config/load.ts";
import { closest } from "../../core/closest.ts";
import { Failure, UsageError } from "../../core/failure.ts";
import type { HookCall } from "../../core/hook-call.ts";
import type { Edges } from "../../edges.ts";
import { hookEnvironment, paneEnvironment } from "../../hooks/environment.ts";
import { runCommand } from "../../hooks/run.ts";
import { folderOf } from "../../hooks/runner.ts";
import { callAbout, SAMPLE, sampleCall } from "../../hooks/sample.ts";
import { homeFolder } from "../../system/env.ts";
import type { Environment } from "../../system/env.ts";
import type { Kept } from "../../system/process.ts";
import { withKeptVariables } from "../../system/start.ts";
import { namedPane } from "../target.ts";
import { defineVerb } from "../verb.ts";
import { hookSettings } from "./settings.ts";
import type { HookSettings } from "./settings.ts";

interface Wish {
  readonly name: HookName;
  readonly pane: string | null;
  readonly machine: string | null;
}

export default defineVerb({
  path: ["hooks", "test"],
  summary: "Run the commands of a hook now, for a made-up event or a pane of yours",
  grant: "admin",
  result: "hooks_test",
  args: {
    event: { kind: "word", required: true, value: "EVENT", doc: "a name under [hooks]" },
    pane: { kind: "text", value: "PANE", doc: "tell it of this pane, w1:p1 or %0" },
    force: {
      kind: "flag",
      doc: "also for an event about something going away, which the command may really close",
    },
    machine: { kind: "text", value: "NAME", doc: "as if sent by a machine (notification only)" },
  },
  rules: [{ needs: "pane", given: "force" }, { atMostOne: ["pane", "machine"] }],
  run: async (edges, args) => {
    const name = requireName(args.event);
    refuseUnforced(name, args);
    const settings = await hookSettings(edges);
    refuseMachine(name, args.machine, settings);
    const { call, realPane } = await callOf(edges, settings, {
      name,
      pane: args.pane,
      machine: args.machine,
    });
    const { kind } = HOOK_ROWS[name];
    const seconds =
      settings.config[kind === "veto" ? "sessions.hook_timeout_seconds" : "hooks.timeout_seconds"];
    const commands = settings.config["hooks.*"][name] ?? [];
    return {
      type: "hooks_test",
      event: name,
      kind,
      limit_seconds: seconds,
      count: commands.length,
      note: noteOf(name, commands, settings),
      sample: realPane === null ? SAMPLE : `the pane ${realPane}, which is really there`,
      real_pane: realPane,
      env: ownVariables(call),
      input: call.input,
      hooks: await ranInTurn(edges, settings, call, commands, seconds),
    };
  },
});

function requireName(text: string): HookName {
  if (isHookName(text)) return text;
  const meant = closest(text, HOOK_NAMES);
  const hint = meant === null ? "taw hooks list shows all names" : `did you mean ${meant}?`;
  throw new Failure("invalid_argument", `no hook is called ${JSON.stringify(text)}: ${hint}`);
}

/** Before the pane is looked up: the command may close, remove or respawn what is really there. */
function refuseUnforced(name: HookName, { pane, force }: { pane: string | null; force: boolean }) {
  if (pane === null || force || !HOOK_ROWS[name].isEnding) return;
  throw new UsageError(
    `taw hooks test: ${name} is about something going away, and a command hooked to it may close what is really there`,
    "give --force as well to run it for that pane, or leave --pane out to run it for a sample",
  );
}

function refuseMachine(name: HookName, machine: string | null, { config }: HookSettings): void {
  if (machine === null) return;
  if (name !== "notification") {
    throw new UsageError("taw hooks test: --machine is for the notification event only");
  }
  if (!Object.hasOwn(config["machines.*"], machine)) {
    throw new UsageError(
      `taw hooks test: no machine under [machines] is called ${JSON.stringify(machine)}`,
    );
  }
}

async function callOf(edges: Edges, { world }: HookSettings, { name, pane, machine }: Wish) {
  if (pane !== null) {
    const seen = world ?? (await edges.look());
    const found = namedPane(edges, seen, pane);
    const about = {
      pane: found.pane.id,
      tab: found.pane.tabId,
      workspace: found.workspaceId,
    };
    return { call: callAbout(name, seen, about), realPane: found.pane.id };
  }
  const call = sampleCall(name, homeFolder(edges.environment), world?.server ?? null);
  return { call: machine === null ? call : fromMachine(call, machine), realPane: null };
}

const fromMachine = (call: HookCall, machine: string): HookCall => ({
  ...call,
  variables: { ...call.variables, TAW_MACHINE: machine },
  input: { ...call.input, machine },
});

function noteOf(
  name: HookName,
  commands: readonly string[],
  { broken, configFolder }: HookSettings,
): string | null {
  if (broken !== null) return `nothing of the file can be taken: ${broken}`;
  if (commands.length === 0) return `nothing is hooked to ${name} in ${configFile(configFolder)}`;
  return HOOK_ROWS[name].isNever ? `taw does not fire ${name} in this version` : null;
}

/** The rest of a hook's environment is tmux's, and may hold secrets. */
const ownVariables = ({ variables }: HookCall): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => name.startsWith("TAW_")));

async function ranInTurn(
  edges: Edges,
  { world }: HookSettings,
  call: HookCall,
  commands: readonly string[],
  seconds: number,
) {
  const base: Environment = world
    ? await paneEnvironment(edges.tmux, call.workspaceId)
    : withKeptVariables(edges.environment);
  const environment = hookEnvironment(base, call);
  const cwd = await folderOf(call, environment);
  const ran = [];
  for (const command of commands) {
    const { status, isTimedOut, failure, said, printed } = await runCommand({
      command,
      environment,
      seconds,
      input: JSON.stringify(call.input),
      keepsPrinted: true,
      ...(cwd !== null && { cwd }),
    });
    ran.push({
      command,
      dir: cwd,
      ok: failure === null,
      status,
      timed_out: isTimedOut,
      failure,
      stdout: endOf(printed),
      stderr: endOf(said),
    });
  }
  return ran;
}

const endOf = ({ text, isCut }: Kept): string =>
  isCut ? `(earlier output cut; the last 16 KiB follow)\n${text}` : text;
