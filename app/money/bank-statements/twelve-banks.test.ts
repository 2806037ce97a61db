/** The files of twelve banks: their columns are proposed, and their sums are right to the kobo. */
import { expect, test } from "vitest";
import { BANK_FILES } from "../../../test/fixtures/twelve-banks.ts";
import { readDelimited } from "../../platform/tables/delimited.ts";
import { textOfTable } from "../../platform/tables/table-file.server.ts";
import { workbookReader } from "../../platform/tables/workbook.server.ts";
import { proposeColumns } from "./propose-columns.ts";
import { bodyOf, readStatementLines } from "./statement-lines.ts";

const TODAY = "2026-11-21";
const readWorkbook = workbookReader();

test.each(BANK_FILES.map((file) => [file.name, file] as const))(
  "[BANK-1] [BANK-4] %s: columns, sums in and out, and the running balance",
  async (_, { bytes, inKobo, outKobo, rows, balance, days }) => {
    const file = await textOfTable(bytes, { rows: 1000, person: "p", readWorkbook });
    if (!file.ok) throw new Error(file.error);
    const table = readDelimited(file.text);
    const proposal = proposeColumns(
      table.heading.cells,
      bodyOf(table).map(({ cells }) => cells),
      TODAY,
    );
    expect(proposal).toMatchObject({ days, proven: balance });
    const { lines, proof, faults } = readStatementLines(table, proposal.columns, TODAY);
    const sum = (way: string) =>
      lines.reduce((total, { direction, kobo }) => total + (direction === way ? (kobo ?? 0) : 0), 0);
    expect({ in: sum("in"), out: sum("out"), rows: lines.length }).toEqual({
      in: inKobo,
      out: outKobo,
      rows,
    });
    expect(lines.flatMap(({ broken, doubts }) => [...(broken ? [broken] : []), ...doubts])).toEqual([]);
    expect(faults).toEqual([]);
    expect(proof && { rows: proof.rows, adding: proof.adding }).toEqual(
      balance ? { rows, adding: rows } : null,
    );
    expect(lines.map(({ on }) => on ?? "").reduce((a, b) => (a < b ? a : b))).toBe("2026-11-01");
    expect(lines.filter(({ text }) => /OD\d{8}NG/.test(text)).length).toBeGreaterThan(10);
  },
);
