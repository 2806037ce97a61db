import { expect, test } from "vitest";
import { DELIVERY_TYPES } from "./booking.ts";
import { firstMile } from "./first-mile.ts";
import { arrivalText } from "./promise.ts";

const DAY = new Date("2026-11-27T09:00:00Z");
const said = (isBrought: boolean) => [
  ...Object.values(firstMile(isBrought)).flatMap((words) =>
    typeof words === "string" ? [words] : Object.values(words),
  ),
  ...DELIVERY_TYPES.map((type) => arrivalText(type, DAY, isBrought)),
];

test("[BOOK-31] [BOOK-22] nothing that is said of a parcel that is brought names a pickup", () => {
  expect(said(true).filter((text) => /pick/i.test(text))).toEqual([]);
  expect(said(false).filter((text) => /pick/i.test(text)).length).toBeGreaterThan(10);
  expect(arrivalText("standard", DAY, true)).toBe(
    "Delivered 2-3 days after we have it. By Fri 27 Nov at the latest.",
  );
  expect(firstMile(true).payerNames.sender_pickup).toBe("I pay at the hub");
});
