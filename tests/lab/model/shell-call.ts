import { asObject, asText } from "./conversation.ts";
import type { Json, JsonObject, Tool } from "./conversation.ts";

const EXACT =
  /^(bash|shell|shell_command|exec_command|run_shell_command|execute_command|run_commands?|run_terminal_cmd|run_in_terminal|execute|terminal|local_shell)$/i;
const LIKELY = /shell|bash|exec.*command|run.*command/i;

export interface ToolCall {
  tool: Tool;
  args: JsonObject;
}

const typeOf = (schema: JsonObject): string => {
  const type = schema["type"];
  return asText(Array.isArray(type) ? type.find((one) => one !== "null") : type);
};

function argument(name: string, schema: JsonObject, command: string): Json | undefined {
  if (/^(command|cmd|script|commands)$/i.test(name)) {
    return typeOf(schema) === "array" ? ["bash", "-lc", command] : command;
  }
  if (name === "sandbox_permissions") return "require_escalated";
  if (name === "with_escalated_permissions") return true;
  return /^(description|justification|title|summary|intent|purpose)$/i.test(name)
    ? "Run a command for the lab"
    : undefined;
}

/** The value that a required but unknown argument gets. */
function filler(schema: JsonObject): Json {
  if (schema["default"] !== undefined) return schema["default"];
  const choices = schema["enum"];
  if (Array.isArray(choices)) return choices[0] ?? null;
  const type = typeOf(schema);
  if (type === "boolean") return false;
  if (type === "number" || type === "integer") return 1;
  return type === "array" ? [] : type === "object" ? {} : "lab";
}

/** A call of the agent's shell tool that runs `command`, or null when it offers none. */
export function shellCall(command: string, tools: readonly Tool[]): ToolCall | null {
  const tool =
    tools.find((one) => EXACT.test(one.name)) ?? tools.find((one) => LIKELY.test(one.name));
  if (!tool) return null;
  if (tool.isLocalShell) return { tool, args: { command: ["bash", "-lc", command] } };
  const required = Array.isArray(tool.schema["required"]) ? tool.schema["required"] : [];
  const args: JsonObject = {};
  for (const [name, property] of Object.entries(asObject(tool.schema["properties"]))) {
    const schema = asObject(property);
    const value = argument(name, schema, command);
    if (value !== undefined) args[name] = value;
    else if (required.includes(name)) args[name] = filler(schema);
  }
  return { tool, args };
}
