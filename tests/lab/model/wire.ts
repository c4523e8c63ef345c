import type { Api, Json, JsonObject } from "./conversation.ts";
import type { Piece } from "./reply.ts";

/** One server-sent event: its name where the format has one, and its data. */
export interface Sent {
  event?: string;
  data: Json;
}

let serial = 0;
const fresh = (prefix: string): string =>
  `${prefix}lab${Date.now().toString(36)}${(serial++).toString(36)}`;
const TOKENS = { in: 1200, out: 60 };

async function* chat(model: string, pieces: AsyncIterable<Piece>): AsyncGenerator<Sent> {
  const base = {
    id: fresh("chatcmpl-"),
    created: 1_760_000_000,
    model,
    object: "chat.completion.chunk",
  };
  const chunk = (delta: JsonObject, finish: string | null = null): Sent => ({
    data: { ...base, choices: [{ index: 0, delta, finish_reason: finish }] },
  });
  yield chunk({ role: "assistant", content: "" });
  let calls = 0;
  for await (const piece of pieces) {
    if ("text" in piece) yield chunk({ content: piece.text });
    else if ("think" in piece) yield chunk({ reasoning_content: piece.think });
    else {
      const index = calls++;
      const named = { name: piece.call.tool.name, arguments: "" };
      yield chunk({
        tool_calls: [{ index, id: fresh("call_"), type: "function", function: named }],
      });
      const filled = { arguments: JSON.stringify(piece.call.args) };
      yield chunk({ tool_calls: [{ index, function: filled }] });
    }
  }
  yield chunk({}, calls ? "tool_calls" : "stop");
  const usage = {
    prompt_tokens: TOKENS.in,
    completion_tokens: TOKENS.out,
    total_tokens: TOKENS.in + TOKENS.out,
  };
  yield { data: { ...base, choices: [], usage } };
  yield { data: "[DONE]" };
}

const send = (type: string, rest: JsonObject = {}): Sent => ({
  event: type,
  data: { type, ...rest },
});

async function* anthropic(model: string, pieces: AsyncIterable<Piece>): AsyncGenerator<Sent> {
  const usage = { input_tokens: TOKENS.in, output_tokens: 1 };
  const message = { id: fresh("msg_"), type: "message", role: "assistant", model, content: [] };
  yield send("message_start", {
    message: { ...message, stop_reason: null, stop_sequence: null, usage },
  });
  let index = -1;
  let open: "text" | "thinking" | null = null;
  let stop = "end_turn";
  for await (const piece of pieces) {
    const kind = "text" in piece ? "text" : "think" in piece ? "thinking" : null;
    if (open && open !== kind) {
      yield send("content_block_stop", { index });
      open = null;
    }
    if ("call" in piece) {
      stop = "tool_use";
      index++;
      const block = {
        type: "tool_use",
        id: fresh("toolu_"),
        name: piece.call.tool.name,
        input: {},
      };
      yield send("content_block_start", { index, content_block: block });
      const partial = JSON.stringify(piece.call.args);
      yield send("content_block_delta", {
        index,
        delta: { type: "input_json_delta", partial_json: partial },
      });
      yield send("content_block_stop", { index });
      continue;
    }
    if (!open && kind) {
      index++;
      open = kind;
      const block =
        kind === "text" ? { type: kind, text: "" } : { type: kind, thinking: "", signature: "" };
      yield send("content_block_start", { index, content_block: block });
    }
    const delta =
      "text" in piece
        ? { type: "text_delta", text: piece.text }
        : { type: "thinking_delta", thinking: piece.think };
    yield send("content_block_delta", { index, delta });
  }
  if (open) yield send("content_block_stop", { index });
  const ended = { stop_reason: stop, stop_sequence: null };
  yield send("message_delta", { delta: ended, usage: { output_tokens: TOKENS.out } });
  yield send("message_stop");
}

const candidate = (part: JsonObject, isLast: boolean): Sent => ({
  data: {
    candidates: [
      {
        content: { role: "model", parts: [part] },
        index: 0,
        ...(isLast && { finishReason: "STOP" }),
      },
    ],
    usageMetadata: {
      promptTokenCount: TOKENS.in,
      candidatesTokenCount: TOKENS.out,
      totalTokenCount: TOKENS.in + TOKENS.out,
    },
  },
});

async function* gemini(_model: string, pieces: AsyncIterable<Piece>): AsyncGenerator<Sent> {
  for await (const piece of pieces) {
    if ("text" in piece) yield candidate({ text: piece.text }, false);
    else if ("think" in piece) yield candidate({ text: piece.think, thought: true }, false);
    else {
      const { tool, args } = piece.call;
      yield candidate({ functionCall: { name: tool.name, args, id: fresh("fc_") } }, false);
    }
  }
  yield candidate({ text: "" }, true);
}

async function* responses(model: string, pieces: AsyncIterable<Piece>): AsyncGenerator<Sent> {
  const id = fresh("resp_");
  const output: JsonObject[] = [];
  let sequence = 0;
  const response = (status: string): JsonObject => ({
    id,
    object: "response",
    created_at: 1_760_000_000,
    status,
    model,
    output: [...output],
    parallel_tool_calls: true,
    tool_choice: "auto",
    tools: [],
    error: null,
    incomplete_details: null,
    usage: {
      input_tokens: TOKENS.in,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: TOKENS.out,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: TOKENS.in + TOKENS.out,
    },
  });
  const numbered = (type: string, rest: JsonObject): Sent =>
    send(type, { sequence_number: sequence++, ...rest });
  yield numbered("response.created", { response: response("in_progress") });
  let message: { id: string; text: string } | null = null;
  function* closeMessage(): Generator<Sent> {
    if (!message) return;
    const part = { type: "output_text", text: message.text, annotations: [] };
    const place = { item_id: message.id, output_index: output.length, content_index: 0 };
    yield numbered("response.output_text.done", { ...place, text: message.text });
    yield numbered("response.content_part.done", { ...place, part });
    const item = { id: message.id, type: "message", role: "assistant", status: "completed" };
    const whole = { ...item, content: [part] };
    yield numbered("response.output_item.done", { output_index: output.length, item: whole });
    output.push(whole);
    message = null;
  }
  for await (const piece of pieces) {
    if ("think" in piece) continue;
    if ("text" in piece) {
      if (!message) {
        message = { id: fresh("msg_"), text: "" };
        const item = { id: message.id, type: "message", role: "assistant", status: "in_progress" };
        yield numbered("response.output_item.added", {
          output_index: output.length,
          item: { ...item, content: [] },
        });
        yield numbered("response.content_part.added", {
          item_id: message.id,
          output_index: output.length,
          content_index: 0,
          part: { type: "output_text", text: "", annotations: [] },
        });
      }
      message.text += piece.text;
      yield numbered("response.output_text.delta", {
        item_id: message.id,
        output_index: output.length,
        content_index: 0,
        delta: piece.text,
      });
      continue;
    }
    yield* closeMessage();
    const { tool, args } = piece.call;
    const call = {
      id: fresh("fc_"),
      type: "function_call",
      call_id: fresh("call_"),
      name: tool.name,
    };
    const named = { ...call, ...(tool.namespace && { namespace: tool.namespace }) };
    const at = { item_id: call.id, output_index: output.length };
    const filled = JSON.stringify(args);
    yield numbered("response.output_item.added", {
      output_index: output.length,
      item: { ...named, status: "in_progress", arguments: "" },
    });
    yield numbered("response.function_call_arguments.delta", { ...at, delta: filled });
    yield numbered("response.function_call_arguments.done", { ...at, arguments: filled });
    const whole = { ...named, status: "completed", arguments: filled };
    yield numbered("response.output_item.done", { output_index: output.length, item: whole });
    output.push(whole);
  }
  yield* closeMessage();
  yield numbered("response.completed", { response: response("completed") });
}

export const WRITERS: Readonly<
  Record<Api, (model: string, pieces: AsyncIterable<Piece>) => AsyncGenerator<Sent>>
> = { chat, responses, anthropic, gemini };

/** A short answer in one piece, for requests that do not stream (title makers and the like). */
export function wholeAnswer(api: Api, model: string, text: string): JsonObject {
  if (api === "chat") {
    const message = { role: "assistant", content: text };
    const choices = [{ index: 0, message, finish_reason: "stop" }];
    return { id: fresh("chatcmpl-"), object: "chat.completion", model, choices };
  }
  if (api === "anthropic") {
    const content = [{ type: "text", text }];
    const usage = { input_tokens: TOKENS.in, output_tokens: TOKENS.out };
    return { id: fresh("msg_"), type: "message", role: "assistant", model, content, usage };
  }
  if (api === "gemini") {
    const content = { role: "model", parts: [{ text }] };
    return { candidates: [{ content, index: 0, finishReason: "STOP" }] };
  }
  const part = { type: "output_text", text, annotations: [] };
  const output = [{ id: fresh("msg_"), type: "message", role: "assistant", content: [part] }];
  return { id: fresh("resp_"), object: "response", status: "completed", model, output };
}

/** The error body that each provider's client understands. */
export function errorBody(api: Api, code: number): JsonObject {
  const message = `scripted error ${code}`;
  if (api === "anthropic") return { type: "error", error: { type: "api_error", message } };
  if (api === "gemini") return { error: { code, message, status: "INTERNAL" } };
  return { error: { message, type: "server_error", code: String(code) } };
}
