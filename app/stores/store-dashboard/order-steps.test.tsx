import { expect, test } from "vitest";
import { isBookingNext, verb } from "./order-steps.tsx";

const ready = { id: "1", version: 1, status: "ready" as const, code: "ON-1", trackingCode: null };

test("[ORDER-5] a ready order is booked next where it has an address, and completed where the buyer collects it", () => {
  expect(isBookingNext({ ...ready, deliveryAddress: "12 Bompai Road, Kano" })).toBe(true);
  expect(isBookingNext({ ...ready, deliveryAddress: null })).toBe(false);
  expect(isBookingNext({ ...ready, deliveryAddress: "Kano", trackingCode: "OD10000001NG" })).toBe(false);
});

test("[ORDER-4] a button says whether it goes on or back", () => {
  expect(verb("new", "confirmed")).toBe("Confirm");
  expect(verb("ready", "confirmed")).toBe("Back to Confirmed");
  expect(verb("completed", "ready")).toBe("Back to Ready for pickup");
  expect(verb("cancelled", "new")).toBe("Back to New");
  expect(verb("new", "cancelled")).toBe("Cancel order");
});
