/** Property tests of cursors, and of paging through a list in both directions. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { holds } from "../../../test/fixtures/holds.ts";
import { FIRST_PAGE, paginate, parsePageParams, readCursor, writeCursor, type PageParams } from "./keyset.ts";

const MOST = Date.parse("9999-12-31T23:59:59.999Z");
const row = fc.record({
  createdAt: fc.date({ min: new Date(0), max: new Date(MOST), noInvalidDate: true }),
  id: fc.uuid(),
});

test("a cursor is read as it was written", () => {
  fc.assert(
    fc.property(row, (one) => {
      expect(readCursor(writeCursor(one))).toEqual({ at: one.createdAt, id: one.id });
    }),
  );
});

test("anything else is no cursor, and shows the first page", () => {
  const junk = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.tuple(row, fc.string({ minLength: 1 })).map(([one, more]) => writeCursor(one) + more),
    fc.tuple(fc.string({ minLength: 1 }), row).map(([more, one]) => more + writeCursor(one)),
    row.map((one) => writeCursor(one).slice(0, -1)),
    row.map(({ id }) => `2026-99-99T99:99:99Z_${id}`),
  );
  fc.assert(
    fc.property(junk, (text) => {
      expect(readCursor(text)).toBeNull();
      expect(parsePageParams(new URLSearchParams({ newer: text, older: text }))).toEqual(FIRST_PAGE);
    }),
  );
});

type Row = { createdAt: Date; id: string };
const compare = (a: Row, b: Row) =>
  b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

/**
 * The rows that the database would return for a page: one row more than the page has, in the order of the direction.
 */
function read(rows: Row[], { cursor, direction }: PageParams, size: number): Row[] {
  const sorted = rows.toSorted(compare);
  const order = direction === "next" ? sorted : sorted.reverse();
  const place = cursor && { createdAt: cursor.at, id: cursor.id };
  const way = direction === "next" ? 1 : -1;
  return order.filter((one) => !place || way * compare(one, place) > 0).slice(0, size + 1);
}

test("every row is on exactly one page, forwards and backwards, also among equal times", () => {
  const sameTimes = fc.record({
    createdAt: fc.integer({ min: 0, max: 3 }).map((ms) => new Date(ms)),
    id: fc.uuid(),
  });
  const rows = fc.uniqueArray(sameTimes, { selector: ({ id }) => id, maxLength: 40 });
  holds([rows, fc.integer({ min: 1, max: 7 })], (all, size) => {
    const turn = (page: PageParams) => paginate(read(all, page, size), size, page);
    const there = [turn(FIRST_PAGE)];
    for (let next = there[0]?.next; next; next = there.at(-1)?.next)
      there.push(turn({ cursor: readCursor(next), direction: "next" }));
    expect(there.flatMap((page) => page.rows)).toEqual(all.toSorted(compare));
    expect(there[0]?.previous).toBeNull();

    const back = [there.at(-1)];
    for (let previous = back[0]?.previous; previous; previous = back[0]?.previous)
      back.unshift(turn({ cursor: readCursor(previous), direction: "previous" }));
    expect(back.map((page) => page?.rows)).toEqual(there.map((page) => page.rows));
    return there.length > 2;
  });
});
