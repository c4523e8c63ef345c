/** Lines of an answer that is printed while it is made: a feed, a list in sentences. `console.log` loses nothing. */
export function printLine(line: string): void {
  console.log(line);
}
