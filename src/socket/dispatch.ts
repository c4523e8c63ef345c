import { Failure } from "../core/failure.ts";
import type { Grant } from "../core/grants.ts";
import type { Edges } from "../edges.ts";
import type { Connection } from "./connection.ts";
import type { EventHub } from "./hub.ts";
import { isRefused, runMethod, unsupported } from "./methods.ts";
import { errorLine, idIn, paramsOf, readLine, requestOf, resultLine } from "./request.ts";

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
  const value = readLine(line);
  const id = idIn(value);
  try {
    const request = requestOf(value);
    if (isRefused(request.method)) throw unsupported(request.method);
    const params = paramsOf(request);
    const edgesFor = (grant: Grant) => service.edgesFor(connection, grant);
    const call = { id, edgesFor, connection, hub: service.hub };
    const answer = await runMethod(request.method, params, call);
    if (answer !== null) connection.answer(resultLine(id, answer));
  } catch (error) {
    connection.answer(errorLine(id, await failureOf(service, error, line)));
  }
}

async function failureOf(service: Service, error: unknown, line: string): Promise<Failure> {
  if (error instanceof Failure) return error;
  await service.onCrash(error, line);
  return new Failure(
    "internal_error",
    "taw failed at this request; what happened is in its state folder's logs",
  );
}
