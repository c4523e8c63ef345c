import { errorCode } from "../core/error-code.ts";

/** Sends a signal; a process or group (negative) that has gone needs none. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) !== "ESRCH") throw error;
  }
}

/** Aborted when this process is told to end, so that it can take its words and its sockets away first. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"] as const) {
    process.on(signal, () => stop.abort());
  }
  return stop.signal;
}
