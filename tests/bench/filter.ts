import { Cockpit, crowd, folder, hello } from "../support/cockpit.ts";
import { filterRows } from "../../tui/filter.ts";
import { parseQuery } from "../../tui/match.ts";
import { frameOf } from "../../tui/view/frame.ts";
import { atMost, floor } from "./bench.ts";
import type { Bench, Outcome, Row } from "./bench.ts";
import { median, percentile } from "./measure.ts";
import type { Samples } from "./measure.ts";

const ROUNDS = 60;
const QUERIES = ["p", "proj", "file 12", "claude project 99"];

const FOLDERS = 2_000;
const KEYS = ["a", "p", "i", "Down", "PgDn", "Backspace", "C-u"];

/** A key in the picker to the whole frame: milliseconds, for folders of a few names as people have them. */
function pickerKeys(): Samples {
  const names = ["api", "web", "notes", "rapid", "billing", "docs", "icons", "tests", "infra"];
  const folders = Array.from({ length: FOLDERS }, (_, at) =>
    folder(`~/work/${names[at % 9]}/${names[(at * 7) % 9]}-${at}`, { source: "zoxide" }),
  );
  const app = new Cockpit(160, 50).feed(hello(), crowd(40)).press("n").folders(folders);
  const took = Array.from({ length: ROUNDS }, () => KEYS).flat();
  return took.map((key) => {
    const start = performance.now();
    frameOf(app.press(key).model);
    return performance.now() - start;
  });
}

/** What one key in the filter costs, for a list far longer than anybody's. */
export const filter: Bench = {
  name: "filter",
  about: `a key in the filter over 5,000 items and in the picker over ${FOLDERS}, ${ROUNDS} rounds`,
  run(): Promise<Outcome> {
    const many = crowd(1_000);
    const rows: Row[] = [];
    const samples: Record<string, Samples> = {};
    for (const query of QUERIES) {
      const took = Array.from({ length: ROUNDS + 1 }, () => {
        const start = performance.now();
        filterRows(many, parseQuery(query, "search"), "best");
        return performance.now() - start;
      }).slice(1);
      samples[query] = took;
      rows.push(atMost(`filter key ${JSON.stringify(query)}, 5,000 items`, median(took), 16, "ms"));
      rows.push(floor("  the same, p95", percentile(took, 0.95), "ms"));
    }
    const picker = pickerKeys();
    samples["picker"] = picker;
    const what = `picker key to frame, ${FOLDERS} folders, 200 rows, p95`;
    rows.push(atMost(what, percentile(picker, 0.95), 33, "ms"));
    rows.push(floor("  the same, median", median(picker), "ms"));
    return Promise.resolve({ rows, samples });
  },
};
