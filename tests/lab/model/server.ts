import { apiOf, asObject, asText, READERS } from "./conversation.ts";
import type { Api, Json, JsonObject } from "./conversation.ts";
import { reply } from "./reply.ts";
import type { Piece } from "./reply.ts";
import { stepsLeft } from "./script.ts";
import { errorBody, wholeAnswer, WRITERS } from "./wire.ts";
import type { Sent } from "./wire.ts";

/** What the model did and when: the lab's truth. */
export interface ModelEvent {
  atMs: number;
  what: "request" | "first_output" | "tool_call" | "turn_end" | "error" | "abort";
}

export interface ModelServer {
  port: number;
  events: readonly ModelEvent[];
  stop(): void;
}

const encoder = new TextEncoder();
const MODELS = ["mock-1", "claude-sonnet-4-5-20250929", "gpt-5.1-codex", "gemini-2.5-pro"];

const modelList = (): JsonObject => ({
  object: "list",
  has_more: false,
  data: MODELS.map((id) => ({
    id,
    object: "model",
    type: "model",
    display_name: id,
    owned_by: "lab",
  })),
  models: MODELS.map((id) => ({ name: `models/${id}`, displayName: id, inputTokenLimit: 200_000 })),
});

async function bodyOf(request: Request): Promise<JsonObject> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  const encoding = request.headers.get("content-encoding") ?? "";
  const plain = encoding.includes("gzip")
    ? Bun.gunzipSync(bytes)
    : encoding.includes("zstd")
      ? Bun.zstdDecompressSync(bytes)
      : bytes;
  const text = new TextDecoder().decode(plain);
  const parsed: Json = text === "" ? {} : JSON.parse(text);
  return asObject(parsed);
}

type Note = (what: ModelEvent["what"]) => void;

/** The pieces of a turn, with what each is noted as when it is sent. */
async function* noted(pieces: AsyncIterable<Piece>, note: Note): AsyncGenerator<Piece> {
  let hasCall = false;
  let isFirst = true;
  for await (const piece of pieces) {
    if (isFirst) note("first_output");
    isFirst = false;
    if ("call" in piece) {
      hasCall = true;
      note("tool_call");
    }
    yield piece;
  }
  if (!hasCall) note("turn_end");
}

function streamed(sent: AsyncGenerator<Sent>, onCancel: () => void): Response {
  const out = new ReadableStream({
    async pull(controller) {
      const next = await sent.next();
      if (next.done) return controller.close();
      const { event, data } = next.value;
      const line = `data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
      controller.enqueue(encoder.encode(event ? `event: ${event}\n${line}` : line));
    },
    cancel: onCancel,
  });
  return new Response(out, {
    headers: { "content-type": "text/event-stream", "cache-control": "no-cache" },
  });
}

/** What clients ask beside turns. */
function otherAnswer(path: string): Response {
  if (path.endsWith("/models")) return Response.json(modelList());
  if (/count_?tokens/i.test(path)) return Response.json({ input_tokens: 1200, totalTokens: 1200 });
  return Response.json({ error: { message: "no such route" } }, { status: 404 });
}

/** A side request (a title, a suggestion) offers no tools or does not stream: it is no turn, and is not noted. */
function answer(api: Api, path: string, body: JsonObject, note: Note): Response {
  const model = asText(body["model"]) || "mock-1";
  const { turns, tools } = READERS[api](body);
  const isAux = tools.length === 0;
  const steps = isAux ? [] : stepsLeft(turns);
  const isStreamed = api === "gemini" ? /stream/i.test(path) : body["stream"] === true;
  if (!isAux && isStreamed) note("request");
  const failing = steps.find((step) => step.op === "ERROR");
  if (failing) {
    note("error");
    return Response.json(errorBody(api, failing.code), { status: failing.code });
  }
  if (!isStreamed) {
    const title = JSON.stringify({ title: "Lab", isNewTopic: false });
    return Response.json(wholeAnswer(api, model, title));
  }
  const abort = new AbortController();
  const pieces = reply(steps, tools, abort.signal);
  return streamed(WRITERS[api](model, isAux ? pieces : noted(pieces, note)), () => {
    abort.abort();
    note("abort");
  });
}

/** A model on loopback that answers in four providers' formats by the script in the person's last words. */
export function serveModel(): ModelServer {
  const events: ModelEvent[] = [];
  const note: Note = (what) => void events.push({ atMs: Date.now(), what });
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 120,
    async fetch(request) {
      const path = new URL(request.url).pathname.replace(/\/+$/, "");
      const api = request.method === "POST" ? apiOf(path) : null;
      return api ? answer(api, path, await bodyOf(request), note) : otherAnswer(path);
    },
  });
  return { port: server.port ?? 0, events, stop: () => void server.stop(true) };
}
