import { openStore } from "../../src/store/open.ts";

/** Counts one row up, by reading it first, as often as it is told; says how often that was kept, and what was wrong. */
const [folder = "", times = "0"] = process.argv.slice(2);
const store = await openStore({ folder, nowMs: () => 1_800_000_000_000 });
store.takeProblem();
let kept = 0;
for (let at = 0; at < Number(times); at += 1) {
  const done = store.write((database) => {
    const row = database.query<{ value: string }, []>("SELECT value FROM cockpit").get();
    database.run(
      "INSERT INTO cockpit VALUES ('count', ?, 0) ON CONFLICT DO UPDATE SET value = excluded.value",
      [String(Number(row?.value ?? 0) + 1)],
    );
  });
  if (done) kept += 1;
}
console.log(`kept ${kept}`);
const problem = store.takeProblem();
if (problem !== "") console.log(problem);
store.close();
