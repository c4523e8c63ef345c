import { Failure } from "../core/failure.ts";
import type { Grant } from "../core/grants.ts";
import { parseJson } from "../core/json.ts";
import type { Edges } from "../edges.ts";
import type { Call } from "./call.ts";
import { withCaller } from "./calling.ts";
import { isByWorld, keptText } from "./kept.ts";
import type { Params } from "../core/schema.ts";
import type { Connection } from "./connection.ts";
import type { EventHub } from "./hub.ts";
import { isRefused, runMethod, unsupported } from "./methods.ts";
import { errorLine, idIn, paramsOf, requestOf, resultLine, resultText } from "./request.ts";

/** What answers requests. */
export interface Service {
  /** What a connection reaches the world through, for a method whose caller has to hold `grant`. */
  edgesFor(connection: Connection, grant: Grant): Edges;
  hub: EventHub;
  /** Told of a bug; the client hears `internal_error`. */
  onCrash(error: unknown, line: string): Promise<void>;
}

/** Answers one line. Never throws: whatever goes wrong is the client's answer. */
export async function answerLine(
  service: Service,
  line: string,
  connection: Connection,
): Promise<void> {
  const value = parseJson(line);
  const id = idIn(value);
  try {
    const request = requestOf(value);
    if (isRefused(request.method)) throw unsupported(request.method);
    const edgesFor = (grant: Grant) => service.edgesFor(connection, grant);
    // Where a caller stands is its own to ask, whatever it holds.
    const params = await withCaller(paramsOf(request), line, () => edgesFor("own"));
    const onCrash = (error: unknown) => void service.onCrash(error, line);
    const call = { id, edgesFor, connection, hub: service.hub, onCrash };
    const text = await answerText(request.method, params, call);
    if (text !== null) connection.answer(resultLine(id, text));
  } catch (error) {
    connection.answer(errorLine(id, await failureOf(service, error, line)));
  }
}

/** The answer's text; null where the method answers by itself. What the caller may do is asked for every answer anew. */
async function answerText(method: string, params: Params, call: Call): Promise<string | null> {
  const run = async (asked: Call): Promise<string | null> => {
    const answer = await runMethod(method, params, asked);
    return answer && resultText(answer);
  };
  if (!isByWorld(method)) return run(call);
  const edges = call.edgesFor("read");
  const world = await edges.look();
  const same = { ...call, edgesFor: () => ({ ...edges, look: async () => world }) };
  return keptText(world, method, params, () => run(same));
}

async function failureOf(service: Service, error: unknown, line: string): Promise<Failure> {
  if (error instanceof Failure) return error;
  await service.onCrash(error, line);
  return new Failure(
    "internal_error",
    "taw failed at this request; what happened is in its state folder's logs",
  );
}
