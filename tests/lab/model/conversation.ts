import type { Turn } from "./script.ts";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** A tool that the agent offers, as far as a shell call needs it. */
export interface Tool {
  name: string;
  namespace?: string;
  isLocalShell: boolean;
  schema: JsonObject;
}

export interface Conversation {
  turns: Turn[];
  tools: Tool[];
}

export const asObject = (value: Json | undefined): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
const asList = (value: Json | undefined): JsonObject[] =>
  Array.isArray(value) ? value.map(asObject) : [];
export const asText = (value: Json | undefined): string => (typeof value === "string" ? value : "");

const ENVELOPES =
  /<(system-reminder|environment_context|environment_details|user_instructions|INSTRUCTIONS|permissions instructions)[\s\S]*?<\/\1>/g;

/** What a person said, without the context that clients wrap around it. */
const spoken = (text: string): string =>
  text
    .replace(ENVELOPES, "")
    .replace(/<\/?user[^>]*>/g, "")
    .trim();

const contentText = (content: Json | undefined): string =>
  typeof content === "string"
    ? content
    : asList(content)
        .map((part) => asText(part["text"]))
        .join("\n");

const user = (text: string): Turn => ({ role: "user", text: spoken(text) });
const assistant: Turn = { role: "assistant", text: "" };
const tool: Turn = { role: "tool", text: "" };

function chat(body: JsonObject): Conversation {
  const turns = asList(body["messages"]).flatMap((message): Turn[] => {
    const role = asText(message["role"]);
    if (role === "tool" || role === "function") return [tool];
    if (role === "assistant") return [assistant];
    return role === "user" ? [user(contentText(message["content"]))] : [];
  });
  const tools = asList(body["tools"]).map((entry) => {
    const declared = asObject(entry["function"]);
    return {
      name: asText(declared["name"]) || asText(entry["name"]),
      isLocalShell: false,
      schema: asObject(declared["parameters"]),
    };
  });
  return { turns, tools };
}

function responses(body: JsonObject): Conversation {
  const input: Json[] =
    typeof body["input"] === "string"
      ? [{ role: "user", content: body["input"] }]
      : Array.isArray(body["input"])
        ? body["input"]
        : [];
  const turns = asList(input).flatMap((item): Turn[] => {
    const type = asText(item["type"]);
    if (type.endsWith("_output")) return [tool];
    if (item["role"] === "user") return [user(contentText(item["content"]))];
    return item["role"] === "assistant" || type.endsWith("call") ? [assistant] : [];
  });
  const toTool = (entry: JsonObject, namespace?: string): Tool => ({
    name: asText(entry["name"]) || asText(entry["type"]),
    ...(namespace && { namespace }),
    isLocalShell: entry["type"] === "local_shell",
    schema: asObject(entry["parameters"]),
  });
  const tools = asList(body["tools"]).flatMap((entry) =>
    entry["type"] === "namespace"
      ? asList(entry["tools"]).map((inner) => toTool(inner, asText(entry["name"])))
      : [toTool(entry)],
  );
  return { turns, tools };
}

function anthropic(body: JsonObject): Conversation {
  const turns = asList(body["messages"]).flatMap((message): Turn[] => {
    if (message["role"] === "assistant") return [assistant];
    if (typeof message["content"] === "string") return [user(message["content"])];
    return asList(message["content"]).flatMap((part): Turn[] => {
      if (part["type"] === "tool_result") return [tool];
      const said = part["type"] === "text" ? user(asText(part["text"])) : null;
      return said && said.text !== "" ? [said] : [];
    });
  });
  const tools = asList(body["tools"]).map((entry) => ({
    name: asText(entry["name"]),
    isLocalShell: false,
    schema: asObject(entry["input_schema"]),
  }));
  return { turns, tools };
}

function gemini(body: JsonObject): Conversation {
  const turns = asList(body["contents"]).flatMap((message): Turn[] => {
    if (message["role"] === "model") return [assistant];
    return asList(message["parts"]).flatMap((part): Turn[] => {
      if (part["functionResponse"] !== undefined) return [tool];
      const said = user(asText(part["text"]));
      return said.text === "" ? [] : [said];
    });
  });
  const tools = asList(body["tools"])
    .flatMap((group) => asList(group["functionDeclarations"]))
    .map((entry) => ({
      name: asText(entry["name"]),
      isLocalShell: false,
      schema: asObject(entry["parametersJsonSchema"] ?? entry["parameters"]),
    }));
  return { turns, tools };
}

export const READERS = { chat, responses, anthropic, gemini } as const;
export type Api = keyof typeof READERS;

/** Which provider's format a path asks for. */
export function apiOf(path: string): Api | null {
  if (path.endsWith("/chat/completions")) return "chat";
  if (path.endsWith("/responses")) return "responses";
  if (path.endsWith("/messages")) return "anthropic";
  return /:(?:stream)?generateContent$/i.test(path) ? "gemini" : null;
}
