/** The matching of a statement's lines. Longer than 250 lines because every test uses the same steps. */
import { describe, expect, test } from "vitest";
import { lookedUp } from "../../../test/fixtures/looked-up.ts";
import type { StatementDecisions } from "../../domain/payment.ts";
import { exactCodes, nearCodes } from "./found-codes.ts";
import type { Again } from "./known-rows.ts";
import { matchStatement } from "./match-statement.ts";
import type { KnownBooking, KnownNotice } from "./matching.ts";
import { readParts } from "./parts-text.ts";
import type { StatementLine } from "./statement-line.ts";

const A = "OD48210973NG";
const B = "OD55550001NG";

const booking = (
  code: string,
  leftKobo: number | null,
  noticeKobo: number | null = null,
  byHandKobo: number[] = [],
): [string, KnownBooking] => [code, { code, leftKobo, noticeKobo, byHandKobo, bookedOn: "2026-11-20" }];
const line = (row: number, kobo: number, text: string, reference = `FT00${row}11`): StatementLine => ({
  row,
  on: "2026-11-21",
  kobo,
  direction: "in",
  balance: null,
  broken: null,
  doubts: [],
  reference,
  text,
});

function match(
  lines: StatementLine[],
  bookings: [string, KnownBooking][],
  {
    decisions = {},
    notices = {},
    again = {},
    takenBack = {},
  }: Partial<{
    notices: Record<string, KnownNotice[]>;
    again: Record<number, Again>;
    takenBack: Record<number, string>;
    decisions: StatementDecisions;
  }> = {},
) {
  const known = {
    bookings: new Map(bookings),
    notices: new Map(Object.entries(notices)),
    again: new Map(Object.entries(again).map(([row, of]) => [Number(row), of])),
    named: new Map(),
    takenBack: new Map(Object.entries(takenBack).map(([row, why]) => [Number(row), why])),
  };
  return matchStatement(lookedUp(lines, known.bookings), decisions, known);
}

describe("[BANK-2] a tracking code in a narration", () => {
  test.each([
    "OD48210973NG",
    "od 4821 0973 ng",
    "TRF/OD-4821-0973-NG/ADA",
    "0D48210973NG",
    "OD4821O973NG",
    "OD482L0973NG",
    "FROMADAOD48210973NGPARCEL",
    "NIP/ADA OBI/OD48210973",
    "PARCEL 48210973NG",
  ])("%s is read", (text) => expect(exactCodes(text)).toEqual([A]));

  test("one of nine digits is read too, and what is one error away from it, in either length", () => {
    expect(exactCodes("TRF/OD 482 109 735 NG/ADA")).toEqual(["OD482109735NG"]);
    expect(exactCodes("PARCEL 482109735NG")).toEqual(["OD482109735NG"]);
    for (const text of ["OD482109753NG", "OD482109736NG", "OD48210973NG", "OD4821097355NG"])
      expect(nearCodes(text)).toContain("OD482109735NG");
    expect(exactCodes("OD4821097355NG")).toEqual([]);
  });

  test.each([
    "OD 4821097 NG",
    "ODOILOILOILNG",
    "GOOD 12345678",
    "000013261121093048210973",
    "",
    "REF 20261121",
  ])("'%s' holds none", (text) => expect(exactCodes(text)).toEqual([]));

  test("two digits in the wrong order, one wrong, one missing, one too many are one error away", () => {
    for (const text of ["OD48219073NG", "OD48210978NG", "OD4821097NG", "OD482100973NG"])
      expect(nearCodes(text)).toContain(A);
    expect(nearCodes("OD84219073NG")).not.toContain(A);
  });
});

test("[BANK-2] [BANK-3] a line of an amount that staff recorded by hand on the booking waits for a person", () => {
  const known = [booking(A, 500_000, null, [500_000])];
  expect(match([line(1, 500_000, A)], known)).toMatchObject([
    { state: "doubtful", parts: [{ code: A, kobo: 500_000 }], why: expect.stringContaining("by hand") },
  ]);
  const decisions = { 1: [{ code: A, kobo: 500_000 }] };
  expect(match([line(1, 500_000, A)], known, { decisions })).toMatchObject([{ state: "matched" }]);
  expect(match([line(1, 500_000, A)], [booking(A, 500_000, null, [1])])).toMatchObject([
    { state: "matched" },
  ]);
});

/** Matches a statement of one line, and returns the line with its state. */
const one = (kobo: number, text: string, known: [string, KnownBooking][], more = {}) =>
  match([line(1, kobo, text)], known, more)[0];

test("[BANK-2] the code and what is left to pay: matched", () => {
  expect(one(5000, `ADA ${A}`, [booking(A, 5000)])).toMatchObject({
    state: "matched",
    parts: [{ code: A, kobo: 5000 }],
  });
});
test("[BANK-2] a part is matched where a notice tells that amount, else doubtful", () => {
  expect(one(2000, A, [booking(A, 5000, 2000)])).toMatchObject({
    state: "matched",
    parts: [{ kobo: 2000 }],
  });
  expect(one(2000, A, [booking(A, 5000)])).toMatchObject({
    state: "doubtful",
    parts: [{ kobo: 2000 }],
    why: expect.stringMatching(/^Part payment: ₦\d+ of ₦50$/),
  });
});
test("[BANK-2] two parts of one booking that pay it together are matched", () => {
  const lines = [line(1, 2000, A), line(2, 3000, A)];
  expect(match(lines, [booking(A, 5000)]).map(({ state }) => state)).toEqual(["matched", "matched"]);
  expect(match(lines, [booking(A, 5001)]).map(({ state }) => state)).toEqual(["doubtful", "doubtful"]);
});
test("[BANK-2] more than is owed, a paid booking, one without a price: doubtful", () => {
  expect(one(6000, A, [booking(A, 5000)])).toMatchObject({
    state: "doubtful",
    parts: [{ code: A, kobo: 5000 }],
  });
  expect(one(6000, A, [booking(A, 0)])).toMatchObject({
    state: "doubtful",
    parts: [],
    why: `Nothing is left to pay on ${A}`,
  });
  expect(one(6000, A, [booking(A, null)])).toMatchObject({
    state: "doubtful",
    parts: [],
    why: `${A} has no price yet`,
  });
});
test("[BANK-2] two bookings in one transfer: matched where the sum is right, else doubtful with a split", () => {
  const both = [booking(A, 5000), booking(B, 2000)];
  const parts = [
    { code: A, kobo: 5000 },
    { code: B, kobo: 2000 },
  ];
  expect(one(7000, `${A} ${B}`, both)).toMatchObject({ state: "matched", parts });
  expect(one(6000, `${A} ${B}`, both)).toMatchObject({
    state: "doubtful",
    parts: [parts[0], { code: B, kobo: 1000 }],
  });
});
test("[BANK-2] a typing error is suggested where the amount fits, never recorded without a person", () => {
  expect(one(5000, "OD48219073NG", [booking(A, 5000)])).toMatchObject({
    state: "doubtful",
    parts: [{ code: A, kobo: 5000 }],
  });
  expect(one(4000, "OD48219073NG", [booking(A, 5000)])).toMatchObject({ state: "unknown" });
  expect(one(4000, "for 48210973 thanks", [booking(A, 5000)])).toMatchObject({
    state: "doubtful",
    parts: [{ kobo: 4000 }],
  });
});
test("[BANK-2] the reference of a notice is suggested", () => {
  expect(
    one(5000, "ADA OBI", [booking(A, 5000)], { notices: { FT00111: [{ code: A, kobo: 4000 }] } }),
  ).toMatchObject({
    state: "doubtful",
    parts: [{ code: A }],
  });
});
test("[BANK-2] the reference and the amount that a sender told are matched first, in whatever words", () => {
  const notices = { FT00111: [{ code: A, kobo: 2000 }] };
  const why = "The reference and the amount that the sender told us";
  for (const text of ["ADA OBI", `for ${A}`])
    expect(one(2000, text, [booking(A, 5000, 2000)], { notices })).toMatchObject({
      state: "matched",
      parts: [{ code: A, kobo: 2000 }],
      why,
    });
  const doubtful = (kobo: number, text: string, known: [string, KnownBooking][], told = notices) =>
    expect(one(kobo, text, known, { notices: told })).toMatchObject({ state: "doubtful" });
  doubtful(2100, "ADA", [booking(A, 5000, 2000)]);
  doubtful(2000, "ADA", [booking(A, 1500, 2000)]);
  doubtful(2000, "ADA", [booking(A, 5000, 2000, [2000])]);
  // The line is doubtful if two senders gave its reference. If the line's text names another booking, the line is
  // matched to that booking.
  const both = { FT00111: [...notices.FT00111, { code: B, kobo: 2000 }] };
  doubtful(2000, "ADA", [booking(A, 5000, 2000), booking(B, 2000, 2000)], both);
  expect(one(2000, B, [booking(A, 5000, 2000), booking(B, 2000)], { notices })?.parts).toEqual([
    { code: B, kobo: 2000 },
  ]);
});
test("[BANK-2] a told reference in the text is matched as a whole word, with the told amount", () => {
  const told = (reference: string, text: string, kobo = 2000) =>
    one(kobo, text, [booking(A, 5000, 2000)], { notices: { [reference]: [{ code: A, kobo: 2000 }] } });
  const why = "The reference and the amount that the sender told us";
  for (const text of ["NIP FROM SOLA MARTINS FT7734210", "nip/ft7734210/sola", "FT7734210: Sola"])
    expect(told("FT7734210", text)).toMatchObject({
      state: "matched",
      parts: [{ code: A, kobo: 2000 }],
      why,
    });
  expect(told("GTB/0091-7", "FROM SOLA GTB/0091-7 ")).toMatchObject({ state: "matched", why });
  const unknown = { state: "unknown", why: "No tracking code" };
  expect(told("FT7734210", "FROM SOLA MARTINS FT77342101")).toMatchObject(unknown);
  expect(told("FT7734210", "FROM SOLA MARTINS FT7734210", 2100)).toMatchObject(unknown);
  // Short words, and words without a digit, may stand in any row by chance.
  expect(told("MARTINS", "FROM SOLA MARTINS")).toMatchObject(unknown);
  expect(told("FT773", "FROM SOLA MARTINS FT773")).toMatchObject(unknown);
  expect(told("FT7734210", `FT7734210 for ${B}`)).toMatchObject({ state: "matched" });
  const known = [booking(A, 5000, 2000), booking(B, 9000)];
  const notices = { FT7734210: [{ code: A, kobo: 2000 }] };
  expect(one(2000, `FT7734210 for ${B}`, known, { notices })?.parts).toEqual([{ code: B, kobo: 2000 }]);
  const two = { ...notices, FT7734211: [{ code: B, kobo: 2000 }] };
  expect(one(2000, "FT7734210 FT7734211", known, { notices: two })).toMatchObject({ state: "unknown" });
});
test("[BANK-2] two rows of one booking, one told by its sender: never more than is left", () => {
  const notices = { FT00111: [{ code: A, kobo: 5000 }] };
  const lines = [line(1, 5000, "ADA"), line(2, 5000, A)];
  const states = (rows: typeof lines) =>
    match(rows, [booking(A, 5000, 5000)], { notices }).map(({ row, state }) => [row, state]);
  const told = [1, "matched"];
  expect(states(lines)).toEqual([told, [2, "doubtful"]]);
  // In the reversed file the row with the code comes first. The row with the notice is still matched first.
  expect(states(lines.toReversed())).toEqual([[2, "doubtful"], told]);
});
test("[BANK-2] no code: unknown", () => {
  expect(one(5000, "ADA OBI PARCEL", [])).toMatchObject({ state: "unknown", why: "No tracking code" });
  expect(one(5000, A, [])).toMatchObject({ state: "unknown", why: `No booking has the code ${A}` });
});
test("[BANK-2] [BANK-5] a row that was recorded or skipped pays nothing, one that may have been waits; a person overrules", () => {
  const known = [booking(A, 10_000)];
  const again = { 1: { kind: "recorded" as const, why: `Recorded already, on ${B}` } };
  expect(one(10_000, A, known, { again })).toMatchObject({
    state: "repeated",
    parts: [],
    why: `Recorded already, on ${B}`,
  });
  const question = { 1: { kind: "question" as const, why: "Is it this one?" } };
  expect(one(10_000, A, known, { again: question })).toMatchObject({
    state: "doubtful",
    parts: [{ code: A, kobo: 10_000 }],
    why: "Is it this one? Pays all that is left",
  });
  expect(one(10_000, A, known, { again: { 1: { kind: "left_out", why: "Skipped" } } })).toMatchObject({
    state: "left_out",
  });
  const decisions = { 1: [{ code: A, kobo: 10_000 }] };
  for (const some of [again, question])
    expect(one(10_000, A, known, { again: some, decisions })).toMatchObject({
      state: "matched",
      decided: true,
    });
});
test("[BANK-2] [BANK-4] [BANK-6] no row with a doubt, of money out, or taken back is matched without a person", () => {
  const row = line(1, 5000, A);
  const known = [booking(A, 5000)];
  expect(match([{ ...row, doubts: ["The balance breaks"] }], known)).toMatchObject([
    { state: "doubtful", parts: [{ code: A, kobo: 5000 }], why: "The balance breaks. Pays all that is left" },
  ]);
  expect(match([{ ...row, direction: "out" }], known)).toMatchObject([{ state: "out", parts: [] }]);
  expect(match([row], known, { takenBack: { 1: "Row 2 may take this back" } })).toMatchObject([
    { state: "doubtful" },
  ]);
  // If the amount of a row cannot be read, the person enters the amount.
  const unread = { ...row, kobo: null, on: null, broken: "Credit: 'x' is not an amount" };
  expect(match([unread], known)).toMatchObject([{ state: "broken", why: unread.broken }]);
  expect(match([unread], known, { decisions: { 1: [{ code: A, kobo: 4000 }] } })).toMatchObject([
    { state: "matched", parts: [{ code: A, kobo: 4000 }] },
  ]);
});
test("[BANK-2] a transfer long before its booking waits for a person", () => {
  const early = { ...line(1, 5000, A), on: "2026-11-05" };
  expect(match([early], [booking(A, 5000)])).toMatchObject([
    { state: "doubtful", why: expect.stringContaining("booked 15 days after this day") },
  ]);
});
test("[BANK-2] what a person decides counts first; what cannot be recorded says why", () => {
  const lines = [line(1, 5000, A), line(2, 5000, "ADA")];
  const decide = (parts: { code: string; kobo: number }[]) =>
    match(lines, [booking(A, 5000), booking(B, 9000)], { decisions: { 2: parts } });
  expect(decide([{ code: A, kobo: 5000 }])).toMatchObject([
    { state: "doubtful", why: `Nothing is left to pay on ${A}` },
    { state: "matched", decided: true },
  ]);
  const why = (...parts: { code: string; kobo: number }[]) => decide(parts)[1]?.why;
  expect(why({ code: B, kobo: 5001 })).toBe("Together ₦50.01: more than the ₦50 of this row");
  expect(why({ code: A, kobo: 5001 })).toBe(`${A}: this is more than is owed: ₦50`);
  expect(why({ code: "OD00000000NG", kobo: 1 })).toBe("No booking has the code OD00000000NG");
  expect(why({ code: B, kobo: 0 })).toBe(`${B}: enter an amount above ₦0`);
  expect(why({ code: B, kobo: 1 }, { code: B, kobo: 1 })).toBe(
    "A booking is listed twice: list it once, with the sum",
  );
  expect(decide([])[1]).toMatchObject({ state: "left_out" });
});

test("[BANK-2] staff write the bookings of a row with their amounts; 0 and nonsense are refused", () => {
  expect(readParts("od 4821-0973 ng 1,250.50\nOD55550001NG: 7", 9)).toEqual({
    ok: true,
    parts: [
      { code: A, kobo: 125_050 },
      { code: B, kobo: 700 },
    ],
  });
  expect(readParts(A, 9)).toEqual({ ok: true, parts: [{ code: A, kobo: 9 }] });
  for (const text of ["", "Ada 500", `${A} 0`, `${A} x`, `${A}\n${B} 5`, `${A} ${B} 5`, `${A} -5`])
    expect(readParts(text, 9)).toMatchObject({ ok: false });
});
