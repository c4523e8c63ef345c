import { createConsola } from "consola";

/** Tells the person who waits how far a tool is, on stderr. Answers, and whatever a program reads, go without it. */
export const people = createConsola({ stdout: process.stderr, stderr: process.stderr });
