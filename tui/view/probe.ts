/** The marks whose width terminals do not agree on (cockpit.md §7, "Widths"). */
const PROBE = "▲●○";
const ANSWER_MS = 100;
const ANSWER = /\u001b\[\d+;(\d+)R/;
/** Save the cursor, the marks at the left edge, "where is the cursor?", back, and the line clean again. */
const QUESTION = `\u001b7\r${PROBE}\u001b[6n\r\u001b[K\u001b8`;

/**
 * True when this terminal draws the marks two cells wide: they are printed once and the cursor asked for. Inside tmux
 * the grid is tmux's and nobody has to ask. A terminal that does not answer in 100 ms draws them as everybody does.
 * Keys typed meanwhile are put back for whoever reads next.
 *
 * @param stopped ends the question: the terminal is then as it was
 */
export async function drawsMarksWide(
  stdin: NodeJS.ReadStream,
  write: (text: string) => Promise<unknown>,
  stopped: AbortSignal,
): Promise<boolean> {
  const answer = Promise.withResolvers<string>();
  let got = "";
  const onData = (data: Uint8Array | string): void => {
    got += typeof data === "string" ? data : new TextDecoder().decode(data);
    if (ANSWER.test(got)) answer.resolve(got);
  };
  stdin.setRawMode(true);
  stdin.on("data", onData);
  stopped.addEventListener("abort", () => answer.resolve(got), { once: true });
  const timer = setTimeout(() => answer.resolve(got), ANSWER_MS);
  await write(QUESTION);
  const column = Number(ANSWER.exec(await answer.promise)?.[1] ?? 0);
  clearTimeout(timer);
  stdin.off("data", onData);
  stdin.pause();
  stdin.setRawMode(false);
  const typed = got.replace(ANSWER, "");
  if (typed !== "") stdin.unshift(Buffer.from(typed));
  return column > PROBE.length + 1;
}
