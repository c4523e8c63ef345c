import { expect, test } from "bun:test";
import { Quiet } from "../../../src/socket/quiet.ts";

test("a client arrives once no change is under way, and no change begins before it has", async () => {
  const quiet = new Quiet();
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const greeted = Promise.withResolvers<void>();
  const changing = quiet.change(async () => {
    order.push("change begins");
    await first.promise;
    order.push("change ends");
  });
  const arriving = quiet.arrive(() => {
    order.push("client comes");
    return greeted.promise;
  });
  const late = quiet.change(async () => void order.push("late change"));
  first.resolve();
  await changing;
  await Promise.resolve();
  expect(order).toEqual(["change begins", "change ends", "client comes"]);
  greeted.resolve();
  await Promise.all([arriving, late]);
  expect(order.at(-1)).toBe("late change");
});

test("a change that fails, and a client that does not come, hold nothing up", async () => {
  const quiet = new Quiet();
  await Promise.allSettled([
    quiet.change(() => Promise.reject(new Error("refused"))),
    quiet.arrive(() => Promise.reject(new Error("gone"))),
  ]);
  expect(await quiet.change(() => Promise.resolve("goes on"))).toBe("goes on");
});
