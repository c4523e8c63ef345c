import { expect, test } from "bun:test";
import { join } from "node:path";
import { widthOf } from "../../tui/text.ts";
import { SCENES } from "./scenes.ts";

for (const [name, open] of SCENES) {
  test(`the screen ${name} is the one that is kept`, async () => {
    const kept = await Bun.file(join(import.meta.dir, "frames", `${name}.txt`)).text();
    expect(`${open().frame}\n`).toBe(kept);
  });
}

test("1: all rows of every frame have exactly W cells, with wide names and emoji too", () => {
  for (const [name, open] of SCENES) {
    const { model, lines } = open();
    const { columns, rows } = model.size;
    expect([name, lines.length]).toEqual([name, rows]);
    const wrong = lines.filter((line) => widthOf(line) !== columns);
    expect([name, wrong]).toEqual([name, []]);
  }
});
