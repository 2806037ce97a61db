import { describe, expect, test } from "vitest";
import { STATEMENT_STYLES, type Transfer } from "../../../test/fixtures/bank-statements.ts";
import { parseBankDay } from "./bank-day.ts";
import { readStatementCsv, textOf } from "./read-csv.server.ts";
import { guessColumns, headerOf, readLines, referenceOf, shapeOf } from "./statement-lines.ts";

const TRANSFERS: Transfer[] = [
  { kobo: 645_000, text: "ADA OBI od48210973ng PARCEL", n: 1 },
  { kobo: -5_000, text: "STAMP DUTY", n: 1 },
  { kobo: 1_250_050, text: "OD 1234-5678 NG, 2 KG", n: 2 },
];

function read(bytes: Uint8Array) {
  const csv = readStatementCsv(textOf(bytes));
  if (!csv.ok) throw new Error(JSON.stringify(csv.errors));
  const header = headerOf(csv.rows);
  const columns = guessColumns(csv.rows[header] ?? []);
  return { ...readLines(csv.rows, { header, columns, decimalComma: csv.decimalComma }), header };
}

describe("[BANK-1] the statements of three banks", () => {
  test.each(Object.entries(STATEMENT_STYLES))(
    "%s style: days, amounts, money out, rows of text",
    (_, style) => {
      const { lines, broken, others, header } = read(style(TRANSFERS));
      expect(broken).toEqual([]);
      expect(others).toBeGreaterThanOrEqual(1);
      expect(lines).toMatchObject([
        { on: "2026-11-21", kobo: 645_000, text: expect.stringContaining("od48210973ng") },
        { on: "2026-11-21", kobo: 1_250_050, text: expect.stringContaining("OD 1234-5678 NG") },
      ]);
      expect(lines[0]?.row).toBeGreaterThan(header + 1);
      expect(new Set(lines.map(referenceOf)).size).toBe(2);
      expect(read(style(TRANSFERS)).lines.map(referenceOf)).toEqual(lines.map(referenceOf));
    },
  );

  test.each([
    [["TRANS DATE", "VALUE DATE", "TRANS ID", "DR AMOUNT", "CR AMOUNT", "BALANCE", "REMARKS"], 4],
    [["Value Date", "Remarks", "DR", "CR", "Balance"], 3],
    [["Date", "Amount", "CR/DR", "Narration"], 1],
  ])("money in is guessed in %j, never money out", (header, amount) => {
    expect(headerOf([["CUSTOMER STATEMENT"], ["Total credit:", "9"], header])).toBe(2);
    expect(guessColumns(header)).toMatchObject({ amount, direction: header.includes("CR/DR") ? 2 : null });
  });

  test("Windows-1252 is read as it is written", () => {
    expect(read(STATEMENT_STYLES.zenith(TRANSFERS)).lines[0]?.text).toContain("ACCÈS");
  });

  test("the names of the columns are the shape, however they are spaced", () => {
    expect(shapeOf([" Trans.  Date", "CREDIT "])).toBe(shapeOf(["trans. date", "credit"]));
  });
});

const file = (...rows: string[]) => Buffer.from(["Date,Details,Credit,Ref", ...rows].join("\n"));

test("[BANK-1] a broken row is named with its row and cell; the others are read", () => {
  const { lines, broken } = read(
    file("21/11/2026,A,12x,R1", "31/02/2026,B,500,R2", "", "2026-11-21,C,500.00,R3", ",D,500,R4"),
  );
  expect(broken).toEqual([
    { row: 2, column: "Credit", problem: "'12x' is not an amount" },
    { row: 3, column: "Date", problem: "'31/02/2026' is not a day" },
    { row: 6, column: "Date", problem: "'' is not a day" },
  ]);
  expect(lines).toMatchObject([{ row: 5, kobo: 50_000 }]);
});

test("[BANK-1] one column of amounts: the sign, brackets, or CR and DR say which way", () => {
  const signed = read(
    Buffer.from("Date,Narration,Amount\n21/11/2026,A,-500\n21/11/2026,B,(1.00)\n21/11/2026,C,700"),
  );
  expect(signed).toMatchObject({ lines: [{ kobo: 70_000 }], others: 2 });
  const words = read(
    Buffer.from(
      "Date,Narration,Amount,Type\n21/11/2026,A,500,Debit\n21/11/2026,B,700,Credit\n21/11/2026,C,1,Deposit",
    ),
  );
  expect(words).toMatchObject({
    lines: [{ kobo: 70_000 }],
    others: 1,
    broken: [{ row: 4, column: "Type", problem: "'DEPOSIT' is neither CR nor DR" }],
  });
  const marked = read(
    Buffer.from("Date,Narration,Amount,DR/CR\n21/11/2026,A,500,DR\n21/11/2026,B,700,CR\n21/11/2026,C,1,?"),
  );
  expect(marked).toMatchObject({
    lines: [{ kobo: 70_000 }],
    others: 1,
    broken: [{ row: 4, column: "DR/CR" }],
  });
});

test("[BANK-1] what is no statement is refused: empty, no CSV, over 20,000 rows", () => {
  const text = (bytes: Uint8Array) => {
    const csv = readStatementCsv(textOf(bytes));
    return csv.ok ? "" : csv.errors["file"];
  };
  expect(text(Buffer.from(" \n \n"))).toContain("empty");
  expect(text(Buffer.from("a\0b"))).toContain("not a CSV file that we can read");
  expect(text(Buffer.from('a,"b\nc'))).toContain("not a CSV file that we can read");
  expect(text(Buffer.alloc(1024 * 1024, ","))).toContain("not a CSV file that we can read");
  expect(text(Buffer.from("a,b\n".repeat(20_001)))).toContain("20,000");
});

test("[BANK-1] a day in any bank's writing; what is no day is none", () => {
  const days = [
    "21-Nov-2026",
    "21/11/26",
    "2026-11-21",
    "21.11.2026 14:02",
    "Nov 21, 2026",
    "20261121",
    "21 NOVEMBER 2026",
  ];
  expect(days.map((day) => parseBankDay(day, true))).toEqual(days.map(() => "2026-11-21"));
  expect(parseBankDay("11/21/2026", false)).toBe("2026-11-21");
  expect(
    ["", "tomorrow", "31/02/2026", "11/21/2026", "1999-01-01", "2026"].map((day) => parseBankDay(day, true)),
  ).toEqual(Array(6).fill(null));
});

test("[BANK-1] a bank's own reference is kept; one that tells no lines apart is replaced by day, amount and text", () => {
  const line = { row: 9, on: "2026-11-21", kobo: 500, reference: "s 900 1234", text: "Ada" };
  expect(referenceOf(line)).toBe("S9001234");
  const made = referenceOf({ ...line, reference: "NIP" });
  expect(made).toMatch(/^STATEMENT-20261121-500-[0-9A-Z]+$/);
  expect(referenceOf({ ...line, row: 70, reference: "NIP", text: "ADA" })).toBe(made);
  expect(referenceOf({ ...line, reference: "NIP", text: "Bola" })).not.toBe(made);
  expect(made.length).toBeLessThanOrEqual(60);
  // These references are too short or have no number, so a reference is made from the line.
  for (const reference of ["00123", "NIPTRANSFER"])
    expect(referenceOf({ ...line, reference })).toMatch(/^STATEMENT-/);
});
