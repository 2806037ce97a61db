/** Finds the separator between the cells of a text file. Pure. */

/**
 * The possible separators. If two are equally likely, the first in this list is chosen. The comma is last, because
 * amounts and texts contain commas.
 */
const SEPARATORS = ["\t", "|", ";", "^", "~", ","];

/** Counts the separators in a line, including those inside quotation marks. */
export const separatorsIn = (line: string, separator: string): number => line.split(separator).length - 1;

/** Counts the separators outside quotation marks. */
function outside(line: string, separator: string): number {
  let count = 0;
  let quoted = false;
  for (const sign of line) {
    if (sign === '"') quoted = !quoted;
    else if (sign === separator && !quoted) count++;
  }
  return count;
}

/**
 * Returns the separator that occurs equally often in the most lines, and how often it occurs in each of them. The first
 * line alone does not decide, because any text may precede the table. `told`: the separator that the file itself names.
 */
export function separatorOf(lines: readonly string[], told?: string): { separator: string; times: number } {
  const some = lines.filter((line) => line.trim() !== "").map((line) => line.slice(0, 5000));
  const score = (separator: string) => {
    const times = new Map<number, number>();
    for (const line of some) {
      const count = outside(line, separator);
      if (count > 0) times.set(count, (times.get(count) ?? 0) + 1);
    }
    const most = [...times].map(([count, lines]) => ({ times: count, score: lines * Math.sqrt(count) }));
    return most.reduce((a, b) => (b.score > a.score ? b : a), { times: 0, score: 0 });
  };
  const scores = (told ? [told] : SEPARATORS).map((separator) => ({ separator, ...score(separator) }));
  const best = scores.reduce((a, b) => (b.score > a.score ? b : a));
  return best.score > 0 ? best : { separator: told ?? ",", times: 0 };
}
