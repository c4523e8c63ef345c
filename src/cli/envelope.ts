import type { Failure } from "../core/failure.ts";
import { faced, faceJson } from "../core/face.ts";
import type { Face } from "../core/face.ts";
import type { Answer, AnyVerb } from "../verbs/verb.ts";

/** The one line that an answer or a failure is printed as (reference/herdr/records.md §1). */

/** `cli:pane:list`; some of herdr's verbs have ids of their own. */
export const requestId = (verb: Pick<AnyVerb, "path" | "requestId">): string =>
  verb.requestId ?? `cli:${verb.path.join(":")}`;

export const resultLine = (face: Face, id: string, answer: Answer): string =>
  faceJson(face, { id, result: faced(face, answer) });

export const errorLine = (face: Face, id: string | null, failure: Failure): string =>
  faceJson(face, {
    ...(id !== null && { id }),
    error: { code: face.codeOf(failure), message: failure.message },
  });
