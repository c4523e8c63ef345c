import type { Grant } from "../core/grants.ts";
import type { Params } from "../core/schema.ts";
import type { Edges } from "../edges.ts";
import type { Answer } from "../verbs/verb.ts";
import type { Connection } from "./connection.ts";
import type { EventHub } from "./hub.ts";

/** One request while it is answered. */
export interface Call {
  /** The request's own id: what is sent through the connection carries it. */
  id: string;
  /** What the caller reaches the world through, for a method that asks for `grant`. */
  edgesFor(grant: Grant): Edges;
  connection: Connection;
  /** What tells of events. */
  hub: EventHub;
  /** Told of a bug that came to light after the answer. */
  onCrash(error: unknown): void;
}

/** A method of the socket's own: its answer, or null when it writes to the connection by itself and ends it. */
export type OwnMethod = (params: Params, call: Call) => Promise<Answer | null>;
