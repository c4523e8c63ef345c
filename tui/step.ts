import type { Model } from "./model.ts";
import type { Cmd } from "./msg.ts";

/** What comes of a message: the next model, and what is to be done about it. */
export type Step = readonly [Model, readonly Cmd[]];

/** A model with nothing to be done about it. */
export const stay = (model: Model): Step => [model, []];
