/** The row with the names of the columns, proposed by its content and the rows below it. Pure. */

type Cells = readonly string[];

/** The number of rows in which the heading is searched, and the number of rows below it that are compared with it. */
const SEARCHED = 60;
const BELOW = 12;

/** A cell that is a value and no name: a number, an amount, a day, a code. */
const isValue = (cell: string) =>
  // At most 60 characters are tested.
  /^\W*(?:NGN|N)?\W*\d/i.test(cell.slice(0, 60)) ||
  (cell.match(/\d/g)?.length ?? 0) >= 4 ||
  /^(?:-+|nil)$/i.test(cell);
const isName = (cell: string) => cell !== "" && cell.length <= 60 && !isValue(cell);

/** The position of the heading in `rows`: of the row with the most names that stand above values, else of the first. */
export function proposeHeading(rows: readonly Cells[]): number {
  const best = { at: 0, score: 0 };
  for (const [at, cells] of rows.slice(0, SEARCHED).entries()) {
    const score = scoreOf(cells, rows.slice(at + 1, at + 1 + BELOW));
    if (score > best.score) Object.assign(best, { at, score });
  }
  return best.at;
}

function scoreOf(cells: Cells, below: readonly Cells[]): number {
  const filled = cells.filter((cell) => cell !== "");
  if (filled.length < 2 || filled.some((cell) => !isName(cell))) return 0;
  const unique = new Set(filled.map((cell) => cell.toLowerCase())).size;
  const columns = cells.flatMap((cell, at) => (cell === "" ? [] : [at]));
  const share = (test: (cell: string) => boolean) =>
    columns.filter((at) => {
      const all = below.map((row) => row[at] ?? "").filter((cell) => cell !== "");
      return all.length > 0 && all.filter(test).length * 2 > all.length;
    }).length;
  // Names above values say most; names above any text say less; without a row below, the names alone say a little.
  return unique + 3 * share(isValue) + share((cell) => cell !== "");
}
