import { expect, test } from "vitest";
import type { OrderStatus } from "../../domain/order-status.ts";
import { isBookingNext, nextStep, stepLabel, stepsFrom } from "./next-order-steps.ts";

const ready = {
  id: "1",
  version: 1,
  status: "ready" as const,
  code: "ON-1",
  trackingCode: null,
  followedStatus: null,
};

test("[ORDER-5] a confirmed or ready order is booked next where it has an address, and goes on where the buyer collects it", () => {
  for (const status of ["confirmed", "ready"] as const)
    expect(isBookingNext({ ...ready, status, deliveryAddress: "12 Bompai Road, Kano" })).toBe(true);
  expect(isBookingNext({ ...ready, status: "new", deliveryAddress: "12 Bompai Road, Kano" })).toBe(false);
  expect(isBookingNext({ ...ready, deliveryAddress: null })).toBe(false);
  expect(isBookingNext({ ...ready, deliveryAddress: "Kano", trackingCode: "OD10000001NG" })).toBe(false);
});

test("[ORDER-5] [ORDER-10] an order with a booked delivery has no next step: it follows its parcel", () => {
  for (const status of ["confirmed", "ready"] as const) {
    expect(nextStep({ status, trackingCode: "OD10000001NG" })).toBeNull();
    expect(stepsFrom({ status, followedStatus: "in_transit" })).toContain("completed");
  }
  expect(nextStep(ready)).toBe("completed");
  expect(nextStep({ status: "new", trackingCode: "OD10000001NG" })).toBe("confirmed");
});

test("[ORDER-4] a button says whether it goes on or back", () => {
  const collected = (status: OrderStatus) => ({ ...ready, status, deliveryAddress: null });
  expect(stepLabel(collected("new"), "confirmed")).toBe("Confirm");
  expect(stepLabel(collected("ready"), "confirmed")).toBe("Back to Confirmed");
  expect(stepLabel(collected("confirmed"), "ready")).toBe("Ready for pickup");
  expect(stepLabel(collected("completed"), "ready")).toBe("Back to Ready for pickup");
  expect(stepLabel(collected("cancelled"), "new")).toBe("Back to New");
  expect(stepLabel(collected("new"), "cancelled")).toBe("Cancel order");
});

test("[ORDER-8] the button of an order that we deliver says Packed, not Ready for pickup", () => {
  const door = { deliveryAddress: "12 Bompai Road, Kano" };
  expect(stepLabel({ ...ready, ...door, status: "confirmed" }, "ready")).toBe("Packed");
  expect(stepLabel({ ...ready, ...door, status: "completed" }, "ready")).toBe("Back to Packed");
});

test("[ORDER-10] an order goes back only as far as its parcel lets it", () => {
  expect(stepsFrom({ status: "ready", followedStatus: null })).toEqual([
    "new",
    "confirmed",
    "completed",
    "cancelled",
  ]);
  expect(stepsFrom({ status: "ready", followedStatus: "in_transit" })).toEqual([
    "new",
    "completed",
    "cancelled",
  ]);
  expect(stepsFrom({ status: "completed", followedStatus: "delivered" })).toEqual(["new", "cancelled"]);
});
