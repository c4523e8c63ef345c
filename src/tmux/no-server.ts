import { Failure } from "../core/failure.ts";
import { Unanswered } from "./client.ts";

const isRefusal = (error: unknown): boolean =>
  error instanceof Failure && error.code === "tmux_error";

/** No server is there, or it does not let us in; one that hangs is there all the same. */
export const isNoServer = (error: unknown): boolean =>
  isRefusal(error) && !(error instanceof Unanswered);

/** For words that only a server which still answers has to hear: one that has gone, or hangs, needs none. */
export async function ifAnswering(telling: Promise<unknown>): Promise<void> {
  try {
    await telling;
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}
