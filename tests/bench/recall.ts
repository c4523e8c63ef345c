import { openMemory } from "../../src/store/memory.ts";

/**
 * Prints how long a cockpit takes to open `state.db` and read back what was heard of a tmux server: milliseconds, in a
 * process that has read nothing before. Fails when nothing was heard.
 */
const [folder = "", machine = "", server = ""] = process.argv.slice(2);
const startedAt = performance.now();
const memory = await openMemory({ folder, machine, server, nowMs: () => 0 });
const took = performance.now() - startedAt;
if (memory.recalled.heard === null) throw new Error(`nothing was heard of ${server}`);
memory.close();
console.log(took);
