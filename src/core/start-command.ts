/** The program of a pane as tmux shows it and as it is started again (reference/tmux/facts.md §10). */

const ESCAPED: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  s: " ",
  t: "\t",
  v: "\v",
};

/** A word as tmux prints it: bare, or in quotes of either kind, with backslashes in all three. */
const WORD = /(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|((?:[^\s"'\\]|\\.)+))(?: +|$)/y;

/** `#{pane_start_command}` → the words that tmux was given; null for text that tmux does not print. */
export function startWords(printed: string): string[] | null {
  const words: string[] = [];
  WORD.lastIndex = 0;
  while (WORD.lastIndex < printed.length) {
    const found = WORD.exec(printed);
    if (!found) return null;
    words.push(unescaped(found[1] ?? found[2] ?? found[3] ?? ""));
  }
  return words;
}

const unescaped = (text: string): string =>
  text.replace(/\\([0-7]{3}|.)/g, (_, code: string) =>
    code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPED[code] ?? code),
  );

/** A name of a program that a shell takes as it is. */
const PLAIN_NAME = /^[\w./+-]+$/;

/** The argv of a pane's program; null for a plain shell. tmux gives one word to a shell, several it starts itself. */
export function programOf(printed: string): string[] | null {
  const words = startWords(printed);
  const [line] = words ?? [];
  if (words === null || line === undefined) return null;
  return words.length === 1 && !PLAIN_NAME.test(line) ? ["sh", "-c", line] : words;
}

/** The words to give tmux so that exactly this argv runs, whatever is in a word. */
export function tmuxWordsOf(argv: readonly string[]): string[] {
  const [name] = argv;
  const isLine = argv.length === 1 && name !== undefined && !PLAIN_NAME.test(name);
  return ["--", ...(isLine ? ["sh", "-c", 'exec "$0"', name] : argv)];
}
