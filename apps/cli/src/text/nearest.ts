/**
 * The candidate a mistyped word was most likely meant to be.
 *
 * @param word - as written
 * @param candidates - what exists
 * @returns undefined when none is near enough to be worth a suggestion
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = fold(word);
  if (wanted === "") return undefined;
  let best: string | undefined;
  let least = Math.max(2, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const name = fold(candidate);
    const away = name === wanted ? 0 : isPart(name, wanted) ? 1 : distance(wanted, name, least);
    if (away < least) {
      best = candidate;
      least = away;
    }
  }
  return best;
}

function fold(word: string): string {
  return word.toLowerCase().replaceAll(/[-_.\s]/g, "");
}

/** `sum` was meant for `get-sum`. A part of one or two letters says nothing. */
function isPart(name: string, wanted: string): boolean {
  return wanted.length > 2 && name.includes(wanted);
}

/** Insertions, deletions, replacements and swaps of neighbours, given up once there are `limit` of them. */
function distance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) >= limit) return limit;
  let before: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      let least = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) least = Math.min(least, at(before, column - 2) + 1);
      current.push(least);
    }
    before = previous;
    previous = current;
  }
  return Math.min(limit, at(previous, to.length));
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
