import { crowd } from "../support/cockpit.ts";
import { filterRows } from "../../tui/filter.ts";
import { parseQuery } from "../../tui/match.ts";
import { atMost, floor } from "./bench.ts";
import type { Bench, Outcome, Row } from "./bench.ts";
import { median, percentile } from "./measure.ts";
import type { Samples } from "./measure.ts";

const ROUNDS = 60;
const QUERIES = ["p", "proj", "file 12", "claude project 99"];

/** What one key in the filter costs, for a list far longer than anybody's. */
export const filter: Bench = {
  name: "filter",
  about: `a key in the filter over 5,000 items, ${ROUNDS} rounds of ${QUERIES.length} queries`,
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
    return Promise.resolve({ rows, samples });
  },
};
