import { join } from "node:path";
import { SCENES } from "./scenes.ts";

/** `bun tests/golden/write.ts` writes every kept screen anew; read the diff before committing it. */
for (const [name, open] of SCENES)
  await Bun.write(join(import.meta.dir, "frames", `${name}.txt`), `${open().frame}\n`);
