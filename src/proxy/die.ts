/** What ends a program without a core dump, by number. The proxy ends by the same; by others there would be a second dump. */
export const DIES_BY: Readonly<Partial<Record<NodeJS.Signals, number>>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGKILL: 9,
  SIGALRM: 14,
  SIGTERM: 15,
};

/** Ends this process by a signal, so that whoever waits sees it; the exit code is for where that takes no effect. */
export function dieBy(signal: number): number {
  process.removeAllListeners();
  process.kill(process.pid, signal);
  return 128 + signal;
}
