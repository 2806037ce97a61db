import { expect, test } from "vitest";
import { PROGRESS_LABELS, progressOf } from "./order-progress.ts";

const label = (
  ...[status, deliveryAddress, followedStatus]: [
    Parameters<typeof progressOf>[0]["status"],
    string | null,
    Parameters<typeof progressOf>[0]["followedStatus"],
  ]
) => PROGRESS_LABELS[progressOf({ status, deliveryAddress, followedStatus })];
const DOOR = "12 Bompai Road, Kano";

test("[ORDER-8] a packed order waits for the rider where it is delivered, and for its buyer where it is collected", () => {
  expect(label("ready", null, null)).toBe("Ready for pickup");
  for (const delivery of [null, "pending"] as const)
    expect(label("ready", DOOR, delivery)).toBe("Packed, waiting for the rider");
  expect(label("ready", null, "pending"), "the address came with the booking").toBe(
    "Packed, waiting for the rider",
  );
});

test("[ORDER-8] an order whose parcel is picked up is not with the store any more", () => {
  for (const delivery of ["in_transit", "failed"] as const)
    for (const status of ["confirmed", "ready"] as const)
      expect(label(status, DOOR, delivery)).toBe("Left the store");
  expect(label("confirmed", DOOR, "pending")).toBe("Confirmed");
});

test("[ORDER-10] an order whose parcel is delivered is completed, but not one that is not confirmed or is cancelled", () => {
  for (const status of ["confirmed", "ready", "completed"] as const)
    expect(label(status, DOOR, "delivered")).toBe("Completed");
  expect(label("new", DOOR, "delivered")).toBe("New");
  expect(label("cancelled", DOOR, "delivered")).toBe("Cancelled");
});
