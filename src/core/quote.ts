/** The places where tmux or sh force a string to be quoted (reference/tmux/facts.md §0 facts 7–8, §1.6). */

/**
 * A word for tmux's argv: a trailing `;` would end the command. `#` is left alone: use `literal` where tmux expands
 * formats.
 */
export const tmuxWord = (word: string): string =>
  word.endsWith(";") ? `${word.slice(0, -1)}\\;` : word;

/**
 * Text for a place where tmux expands formats (names, `-c` folders): every `#` doubled, so `#(cmd)` never runs. Those in
 * front of a `[` stay, since tmux keeps them as they are for its styles (tried on 3.3a).
 */
export const literal = (text: string): string =>
  text.replace(/#+(\[?)/g, (run, bracket: string) => (bracket ? run : run + run));

/**
 * Text that tmux shows in its message line as it is. There strftime's `%` and formats are expanded, which halves a run of
 * `#` unless a `[` follows; then what is left is drawn with styles, which halves it again, rounded up (tried on 3.3a).
 */
export const messageText = (text: string): string =>
  text.replaceAll("%", "%%").replace(/(#+)(\[?)/g, (_, run: string, bracket: string) => {
    const count = bracket ? 2 * run.length : 4 * run.length - 2;
    return "#".repeat(count) + bracket;
  });

/** Text that a format compares something with, `#{==:…,text}`: what would end it is escaped. */
export const operand = (text: string): string => text.replace(/[#,}]/g, "#$&");

/**
 * A string for tmux's own parser (if-shell branches, hook bodies, source-file lines), exact for every byte: double
 * quotes with `" \ $ ~` and all control characters as `\ooo`.
 */
export function tmuxString(text: string): string {
  const body = text.replace(
    /["\\$~\u0000-\u001f\u007f]/g,
    (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`,
  );
  return `"${body}"`;
}

/** One word for /bin/sh. */
export const shellWord = (word: string): string =>
  /^[A-Za-z0-9_./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
