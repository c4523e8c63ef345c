/**
 * Plays a recording in a pane, over and over: `player.ts RECORDING THINK_MS REST_MS`. It is started through a link
 * with the agent's name, so taw takes it for that agent exactly as it takes a script called `claude`: by the words of
 * the process in front. Nothing else tells taw who plays.
 */
import { parseCast } from "./cast.ts";

const [path = "", think = "0", rest = "0"] = process.argv.slice(2);
const { events } = parseCast(await Bun.file(path).text());

/** Full reset: modes, colours, screen and alternate screen as a new terminal has them, and no title. */
const RESET = "\u001bc\u001b]2;\u0007";

async function sleepUntil(deadline: number): Promise<void> {
  const left = deadline - performance.now();
  if (left > 0) await Bun.sleep(left);
}

async function play(): Promise<void> {
  await Bun.write(Bun.stdout, RESET);
  let start = performance.now();
  let isAsking = false;
  for (const { atMs, output, state } of events) {
    // The recorded person answers within a second; this one takes a look first.
    if (isAsking && state !== null) start += Number(think);
    if (state !== null) isAsking = state === "blocked";
    await sleepUntil(start + atMs);
    if (output !== "") await Bun.write(Bun.stdout, output);
  }
  await sleepUntil(performance.now() + Number(rest));
}

/** What is typed, and what tmux answers to the recorded queries, goes nowhere; the end of the pane ends the player. */
async function readNothing(): Promise<never> {
  for await (const _ of Bun.stdin.stream());
  process.exit(0);
}

Bun.spawnSync(["stty", "raw", "-echo"], { stdio: ["inherit", "ignore", "ignore"] });
void readNothing();
for (;;) await play();
