import { expect, test } from "vitest";
import { loggedPath } from "./logged-path.ts";

test("[RECEIVER-1] the log names no token of a path", () => {
  expect(loggedPath("/r/OD48210973NG.0123456789abcdef.data")).toBe("/r/:token");
  expect(loggedPath("/receipts/OD48210973NG.abc/paid")).toBe("/receipts/:token/paid");
  expect(loggedPath("/admin/bookings/OD48210973NG")).toBe("/admin/bookings/OD48210973NG");
  expect(loggedPath("/track")).toBe("/track");
});
