/**
 * Properties of every statement: no booking gets more than is left to pay, no line pays more than its amount, and no
 * line counts twice.
 */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { lookedUp } from "../../../test/fixtures/looked-up.ts";
import { LINE_STATES, type StatementDecisions } from "../../domain/payment.ts";
import { exactCodes } from "./found-codes.ts";
import { matchStatement as match } from "./match-statement.ts";
import type { KnownForMatching, KnownBooking } from "./matching.ts";
import type { StatementLine } from "./statement-line.ts";

const digits = fc.stringMatching(/^[0-9]{8}$/);
/** A small set of codes, so that several lines name the same booking. Some codes differ by one typing error. */
const code = fc.constantFrom("OD48210973NG", "OD48219073NG", "OD55550001NG", "OD55550010NG");
/** Few amounts, so that many lines pay exactly what remains to be paid. */
const kobo = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(1000, 2000, 3000) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 6000 }) },
);
const booking = fc.record({
  byHandKobo: fc.constant([]),
  bookedOn: fc.constant("2026-11-20"),
  leftKobo: fc.option(fc.oneof({ weight: 6, arbitrary: kobo }, { weight: 1, arbitrary: fc.constant(0) }), {
    freq: 8,
  }),
  noticeKobo: fc.option(kobo),
});
const anyWords = fc.array(
  fc.oneof(code, digits, fc.constantFrom("ADA", "OD", "NG", "/", "4821097"), fc.string()),
  { maxLength: 4 },
);
const text = fc
  .oneof(fc.array(code, { minLength: 1, maxLength: 2 }), anyWords)
  .map((words) => words.join(" "));
/** Few references, so that some occur twice, belong to a notice, or are recorded already. */
const reference = fc.oneof(
  fc.constantFrom("", "NIP", "FT100001", "FT100002"),
  fc.integer({ min: 3, max: 99 }).map((n) => `FT${100_000 + n}`),
);
const doubt = fc.oneof(
  { weight: 8, arbitrary: fc.constant<string[]>([]) },
  { weight: 1, arbitrary: fc.constant<string[]>(["Its day is still to come"]) },
);
const statement = fc
  .array(fc.record({ kobo, text, reference, doubts: doubt }), { maxLength: 12 })
  .map((lines) =>
    lines.map((line, at): StatementLine & { kobo: number } => ({
      ...line,
      row: at + 2,
      on: "2026-11-21",
      direction: "in",
      balance: null,
      broken: null,
    })),
  );
const part = fc.record({ code, kobo: fc.integer({ min: 0, max: 6000 }) });
const decisions = fc.dictionary(
  fc.integer({ min: 2, max: 14 }).map(String),
  fc.array(part, { maxLength: 3 }),
  { maxKeys: 3 },
);
const known = fc
  .record({
    bookings: fc.uniqueArray(fc.tuple(code, booking), {
      selector: ([one]) => one,
      minLength: 3,
    }),
    notices: fc.dictionary(
      fc.constantFrom("FT100001", "FT100002"),
      fc.array(fc.record({ code, kobo }), { minLength: 1, maxLength: 2 }),
    ),
    again: fc.dictionary(
      fc.integer({ min: 2, max: 14 }).map(String),
      fc.record({
        kind: fc.constantFrom("recorded" as const, "question" as const, "left_out" as const),
        why: code,
      }),
      { maxKeys: 2 },
    ),
  })
  .map(({ bookings, notices, again }): KnownForMatching => ({
    bookings: new Map(bookings.map(([one, rest]): [string, KnownBooking] => [one, { code: one, ...rest }])),
    notices: new Map(Object.entries(notices)),
    again: new Map(Object.entries(again).map(([row, one]) => [Number(row), one])),
    takenBack: new Map(),
    named: new Map(),
  }));

type Line = StatementLine & { kobo: number };
const matchStatement = (lines: Line[], decided: StatementDecisions, of: KnownForMatching) =>
  match(lookedUp(lines, of.bookings), decided, of);
const all = (check: (lines: Line[], decided: StatementDecisions, of: KnownForMatching) => void) =>
  fc.assert(fc.property(statement, decisions, known, check), { numRuns: 500 });

test("[BANK-2] every line has one state, in the file's order, and the same input gives the same output", () => {
  all((lines, decided, of) => {
    const matched = matchStatement(lines, decided, of);
    expect(matched.map(({ row }) => row)).toEqual(lines.map(({ row }) => row));
    for (const { state } of matched) expect(LINE_STATES).toContain(state);
    expect(matchStatement(lines, decided, of)).toEqual(matched);
  });
});

test("[BANK-2] no booking gets more than is left to pay, and no line pays more than it brings", () => {
  let paying = 0;
  all((lines, decided, of) => {
    const paid = new Map<string, number>();
    for (const line of matchStatement(lines, decided, of)) {
      if (line.state !== "matched") continue;
      paying++;
      expect(line.parts.length).toBeGreaterThan(0);
      expect(line.parts.reduce((sum, one) => sum + one.kobo, 0)).toBeLessThanOrEqual(line.kobo ?? 0);
      for (const one of line.parts) {
        expect(one.kobo).toBeGreaterThan(0);
        paid.set(one.code, (paid.get(one.code) ?? 0) + one.kobo);
      }
    }
    for (const [one, sum] of paid) expect(sum).toBeLessThanOrEqual(of.bookings.get(one)?.leftKobo ?? 0);
  });
  // If hardly any line paid something, these properties would hold trivially.
  expect(paying).toBeGreaterThan(50);
});

test("[BANK-2] [BANK-5] no row with a doubt, or that may be recorded already, is recorded without a person", () => {
  let waiting = 0;
  all((lines, decided, of) => {
    for (const line of matchStatement(lines, decided, of)) {
      if (line.decided || (line.doubts.length === 0 && !of.again.has(line.row))) continue;
      waiting++;
      expect(line.state).not.toBe("matched");
    }
  });
  expect(waiting).toBeGreaterThan(50);
});

test("[BANK-2] what nobody decided is only recorded on a booking whose code the line states, or whose sender told it", () => {
  let [byCode, byNotice] = [0, 0];
  all((lines, decided, of) => {
    for (const line of matchStatement(lines, decided, of)) {
      if (line.state !== "matched" || line.decided) continue;
      const stated = exactCodes(`${line.text} | ${line.reference}`);
      const told = (of.notices.get(line.key) ?? []).filter((notice) => notice.kobo === line.kobo);
      if (told.length > 0) byNotice++;
      else byCode++;
      for (const one of line.parts)
        expect([...stated, ...told.map((notice) => notice.code)]).toContain(one.code);
    }
  });
  expect(byCode).toBeGreaterThan(50);
  expect(byNotice).toBeGreaterThan(5);
});

test("[BANK-2] a code is found with any dashes, spaces, case and O for 0, inside any words", () => {
  const between = fc.constantFrom("", " ", "-", " - ", ".", "/");
  const written = fc.tuple(
    digits,
    fc.array(between, { minLength: 11, maxLength: 11 }),
    fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
  );
  const word = fc.constantFrom("", "ADA ", "TRF/", "NIP 000013 ", "(", "fOr ");
  fc.assert(
    fc.property(written, word, word, ([eight, gaps, flips], before, after) => {
      const plain = `OD${eight}NG`;
      const text = Array.from(plain, (letter, at) => {
        const odd = flips[at] ? (letter === "0" ? "O" : letter === "1" ? "l" : letter.toLowerCase()) : letter;
        return odd + (gaps[at] ?? "");
      }).join("");
      fc.pre(eight.replace(/[01]/g, "").length >= 5);
      expect(exactCodes(`${before}${text} ${after}`)).toContain(plain);
    }),
  );
});
