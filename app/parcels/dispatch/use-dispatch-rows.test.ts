import { expect, test } from "vitest";
import { countNew } from "./use-dispatch-rows.ts";

const rows = (ids: string) => Array.from(ids, (id) => ({ id }));

test("[STAFF-21] a booking at the top or between is new; what moves up from the next page is not", () => {
  expect(countNew(rows("abc"), rows("abc"))).toBe(0);
  expect(countNew(rows("abc"), rows("xyab"))).toBe(2);
  expect(countNew(rows("abc"), rows("xab"))).toBe(1);
  expect(countNew(rows("abc"), rows("axc"))).toBe(1);
  // b no longer matches the filter, and d moved up from the next page.
  expect(countNew(rows("abc"), rows("acd"))).toBe(0);
  // The list has no next page, so a row at its end is new, too.
  expect(countNew(rows("abc"), rows("abcd"))).toBe(1);
  expect(countNew(rows(""), rows("ab"))).toBe(2);
});
