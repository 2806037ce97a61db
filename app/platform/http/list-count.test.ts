import { expect, test } from "vitest";
import { countText, listCount } from "./list-count.ts";

const customers = (shown: number, total: number | null) => listCount(shown, total, "customer", "customers");

test("[STAFF-27] a list says how many rows it has, and beyond 1,000 that there are more", () => {
  expect(customers(0, 0)).toBe("0 customers");
  expect(customers(1, 1)).toBe("1 customer");
  expect(customers(50, 61)).toBe("50 of 61 customers on this page");
  expect(customers(50, 1000)).toBe("50 of 1,000 customers on this page");
  expect(customers(50, 1001)).toBe("50 of more than 1,000 customers on this page");
  expect(customers(50, null)).toBe("50 customers on this page");
});

test("[STAFF-27] a count alone is said in the same words", () => {
  expect(countText(7)).toBe("7");
  expect(countText(1000)).toBe("1,000");
  expect(countText(1001)).toBe("more than 1,000");
});
