import { afterAll, expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { underLock } from "../../../src/system/lock.ts";
import { sandbox } from "../../support/sandbox.ts";

const box = sandbox();
afterAll(() => box.close());
const module = join(import.meta.dir, "../../../src/system/lock.ts");

/** A process that says `held` once it has the lock, and goes on with `work`. */
async function holder(path: string, work: string) {
  const script = `import { underLock } from ${JSON.stringify(module)};
    import { writeFileSync } from "node:fs";
    underLock(${JSON.stringify(path)}, () => { console.log("held"); ${work} });`;
  const child = Bun.spawn([process.execPath, "-e", script], {
    env: { ...box.env },
    stdout: "pipe",
  });
  const { value } = await child.stdout.getReader().read();
  expect(new TextDecoder().decode(value)).toBe("held\n");
  return child;
}

test("work under a lock begins when the other process's has ended", async () => {
  const [path, done] = [join(box.root, "one.lock"), join(box.root, "done")];
  await holder(path, `Bun.sleepSync(200); writeFileSync(${JSON.stringify(done)}, "");`);
  expect(existsSync(done)).toBe(false);
  expect(underLock(path, () => existsSync(done))).toBe(true);
});

test("a process that is killed lets go of it", async () => {
  const path = join(box.root, "two.lock");
  const child = await holder(path, "Bun.sleepSync(60_000);");
  child.kill("SIGKILL");
  expect(underLock(path, () => "mine")).toBe("mine");
});

test("work that throws lets go of it, and a place for no file is told as the system tells it", () => {
  const path = join(box.root, "three.lock");
  const fails = () =>
    underLock(path, () => {
      throw new Error("a bug");
    });
  expect(fails).toThrow("a bug");
  expect(underLock(path, () => "mine")).toBe("mine");
  writeFileSync(join(box.root, "file"), "");
  expect(() => underLock(join(box.root, "file/x.lock"), () => "never")).toThrow("ENOTDIR");
});
