import { expect, test } from "bun:test";
import { openCapture } from "../../../src/system/capture.ts";

const onLinux = test.if(process.platform === "linux");

async function printed(script: string) {
  const capture = openCapture();
  if (capture === null) throw new Error("no file in memory is to be had");
  const results = [];
  for (const words of [script, "printf short"]) {
    expect(capture.take()).toBe(true);
    expect(capture.take()).toBe(false);
    const { stdout, stderr } = capture;
    await Bun.spawn(["sh", "-c", words], { stdin: "ignore", stdout, stderr }).exited;
    results.push(capture.give());
  }
  return results;
}

onLinux("what a program prints is given whole, and nothing of it to the next", async () => {
  const [first, second] = await printed("yes 'ä line' | head -n 50000; printf bad >&2");
  expect(first).toEqual({ stdout: "ä line\n".repeat(50_000), stderr: "bad" });
  expect(second).toEqual({ stdout: "short", stderr: "" });
});

onLinux("nothing printed is nothing", async () => {
  expect((await printed("exit 3"))[0]).toEqual({ stdout: "", stderr: "" });
});
