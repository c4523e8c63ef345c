import { expect, test } from "bun:test";
import { FATES, paneLives } from "../../support/lives.ts";

test.each([
  ["a reader that stays", true],
  ["a drainer that is started for them", false],
])(
  "150 panes that end by kill, exit, window and session close in parallel are told once each by %s, while taw is loaded anew",
  async (_who, isResident) => {
    const told = await paneLives({ lives: 150, wave: 60, reloads: 4, fates: FATES, isResident });
    expect(told).toEqual({ lived: 150, wrong: [], mistaken: [], wrongAround: [] });
  },
  30_000,
);

test("more ends at once than the marks hold are told once each, none lost and none twice", async () => {
  const wish = { lives: 100, wave: 100, reloads: 0, fates: ["exit"], isResident: false } as const;
  const told = await paneLives(wish);
  expect({ ...told, mistaken: [] }).toEqual({
    lived: 100,
    wrong: [],
    mistaken: [],
    wrongAround: [],
  });
}, 30_000);
