/**
 * The word that was probably meant: the one with the fewest letters added, dropped, changed or swapped with their
 * neighbour, as long as that is at most a third of the word (at least one). null when none is that near.
 */
export function closest(word: string, words: Iterable<string>): string | null {
  let best: string | null = null;
  let limit = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of words) {
    if (Math.abs(candidate.length - word.length) >= limit) continue;
    const distance = editDistance(word, candidate);
    if (distance >= limit) continue;
    best = candidate;
    limit = distance;
  }
  return best;
}

function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const changed = (above[column - 1] ?? 0) + (isSame ? 0 : 1);
      const added = Math.min((above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      const swapped = isSwapped && row > 1 && column > 1 ? (before[column - 2] ?? 0) + 1 : Infinity;
      current.push(Math.min(changed, added, swapped));
    }
    before = above;
    above = current;
  }
  return above[to.length] ?? 0;
}
