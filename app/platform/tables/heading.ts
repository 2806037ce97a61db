/** Finds the heading, which is the row with the column names, by its content and by the rows below it. Pure. */

type Cells = readonly string[];

/**
 * `SEARCHED`: the heading is searched in this many rows. `BELOW`: this many rows below a possible heading are compared
 * with it.
 */
const SEARCHED = 60;
const BELOW = 12;

/** True if a cell contains a value (a number, an amount, a day or a code), not a column name. */
const isValue = (cell: string) =>
  // At most 60 characters of the cell are tested.
  /^\W*(?:NGN|N)?\W*\d/i.test(cell.slice(0, 60)) ||
  (cell.match(/\d/g)?.length ?? 0) >= 4 ||
  /^(?:-+|nil)$/i.test(cell);
const isName = (cell: string) => cell !== "" && cell.length <= 60 && !isValue(cell);

/**
 * Returns the position of the heading, and the column names. Without a `chosen` position the heading is
 * guessed. If the heading has two rows, as when one cell spans the cells 'Debit' and 'Credit' below, the
 * position is that of the second row, and each name joins the cells of both rows.
 */
export function headingAt(rows: readonly Cells[], chosen: number | null): { at: number; cells: string[] } {
  const proposed = chosen ?? proposeHeading(rows);
  const at = chosen === null && isSecondRow(rows, proposed + 1) ? proposed + 1 : proposed;
  const own = rows[at] ?? [];
  if (!isSecondRow(rows, at)) return { at, cells: [...own] };
  const above = rows[at - 1] ?? [];
  const names = Array.from({ length: Math.max(above.length, own.length) }, (_, column) =>
    [above[column] ?? "", own[column] ?? ""].filter(Boolean).join(" "),
  );
  return { at, cells: names };
}

/**
 * True if a row is the second row of a heading. Such a row names a few columns, at least one of which has no name in
 * the row above. The rows below have values in these columns.
 */
function isSecondRow(rows: readonly Cells[], at: number): boolean {
  const [above, own] = [rows[at - 1], rows[at]];
  if (!above || !own) return false;
  const columns = own.flatMap((cell, column) => (cell === "" ? [] : [column]));
  return (
    columns.length > 0 &&
    above.filter(isName).length >= 2 &&
    [...above, ...own].every((cell) => cell === "" || isName(cell)) &&
    columns.some((column) => (above[column] ?? "") === "") &&
    above.some((cell, column) => cell !== "" && (own[column] ?? "") === "") &&
    // In the rows below, these columns contain only values.
    columns.every((column) => {
      const below = rows.slice(at + 1, at + 1 + BELOW).map((row) => row[column] ?? "");
      return below.every((cell) => cell === "" || isValue(cell));
    }) &&
    columns.some((column) => rows.slice(at + 1, at + 1 + BELOW).some((row) => (row[column] ?? "") !== ""))
  );
}

/** Returns the row with the most names that have values below them, or else the first row. */
function proposeHeading(rows: readonly Cells[]): number {
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
  // A name with values below counts most, a name with any text below counts less, and a name with nothing below least.
  return unique + 3 * share(isValue) + share((cell) => cell !== "");
}
