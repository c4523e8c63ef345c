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

interface Message {
  id: string;
  text: string;
}

/** The answer of OpenAI's Responses API while it is sent: its numbered events, and the items that are done. */
class ResponseStream {
  readonly #id = fresh("resp_");
  readonly #output: JsonObject[] = [];
  readonly #model: string;
  #sequence = 0;
  #message: Message | null = null;

  constructor(model: string) {
    this.#model = model;
  }

  state(type: "created" | "completed"): Sent {
    const status = type === "created" ? "in_progress" : "completed";
    return this.#numbered(`response.${type}`, { response: this.#response(status) });
  }

  *text(text: string): Generator<Sent> {
    const message = this.#message ?? (yield* this.#openMessage());
    message.text += text;
    yield this.#numbered("response.output_text.delta", { ...this.#place(message.id), delta: text });
  }

  *closeMessage(): Generator<Sent> {
    const message = this.#message;
    if (!message) return;
    const part = { type: "output_text", text: message.text, annotations: [] };
    const place = this.#place(message.id);
    yield this.#numbered("response.output_text.done", { ...place, text: message.text });
    yield this.#numbered("response.content_part.done", { ...place, part });
    const item = { id: message.id, type: "message", role: "assistant", status: "completed" };
    yield this.#done({ ...item, content: [part] });
    this.#message = null;
  }

  *call({ tool, args }: Extract<Piece, { call: unknown }>["call"]): Generator<Sent> {
    const ids = { id: fresh("fc_"), type: "function_call", call_id: fresh("call_") };
    const named = { ...ids, name: tool.name, ...(tool.namespace && { namespace: tool.namespace }) };
    const at = { item_id: ids.id, output_index: this.#output.length };
    const filled = JSON.stringify(args);
    yield this.#added({ ...named, status: "in_progress", arguments: "" });
    yield this.#numbered("response.function_call_arguments.delta", { ...at, delta: filled });
    yield this.#numbered("response.function_call_arguments.done", { ...at, arguments: filled });
    yield this.#done({ ...named, status: "completed", arguments: filled });
  }

  *#openMessage(): Generator<Sent, Message> {
    const id = fresh("msg_");
    const message = { id, text: "" };
    this.#message = message;
    yield this.#added({
      id,
      type: "message",
      role: "assistant",
      status: "in_progress",
      content: [],
    });
    const part = { type: "output_text", text: "", annotations: [] };
    yield this.#numbered("response.content_part.added", { ...this.#place(id), part });
    return message;
  }

  #place(id: string): JsonObject {
    return { item_id: id, output_index: this.#output.length, content_index: 0 };
  }

  #added(item: JsonObject): Sent {
    return this.#numbered("response.output_item.added", {
      output_index: this.#output.length,
      item,
    });
  }

  #done(item: JsonObject): Sent {
    const sent = this.#numbered("response.output_item.done", {
      output_index: this.#output.length,
      item,
    });
    this.#output.push(item);
    return sent;
  }

  #numbered(type: string, rest: JsonObject): Sent {
    return send(type, { sequence_number: this.#sequence++, ...rest });
  }

  #response(status: string): JsonObject {
    return {
      id: this.#id,
      object: "response",
      created_at: 1_760_000_000,
      status,
      model: this.#model,
      output: [...this.#output],
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
    };
  }
}

async function* responses(model: string, pieces: AsyncIterable<Piece>): AsyncGenerator<Sent> {
  const response = new ResponseStream(model);
  yield response.state("created");
  for await (const piece of pieces) {
    if ("think" in piece) continue;
    if ("text" in piece) yield* response.text(piece.text);
    else {
      yield* response.closeMessage();
      yield* response.call(piece.call);
    }
  }
  yield* response.closeMessage();
  yield response.state("completed");
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
