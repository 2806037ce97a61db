import { expect, test } from "vitest";
import { arrivalOf } from "./my-bookings.tsx";

const today = new Date("2026-11-20T23:00:00Z");
const day = (text: string) => new Date(`${text}T10:00:00Z`);
const row = {
  id: "1",
  trackingCode: "OD10000001NG",
  createdAt: day("2026-11-16"),
  promisedDay: day("2026-11-20"),
  deliveredAt: null,
  senderAddress: "4 Allen Avenue, Ikeja, Lagos",
  receiverAddress: "12 Bompai Road, Kano",
  receiverName: "Musa Bello",
};

test("[PROFILE-8] [TRACK-10] a card says when the parcel arrived, was due or is expected; a failed one has no date", () => {
  const delivered = { ...row, status: "delivered" as const, deliveredAt: day("2026-11-19") };
  expect(arrivalOf(delivered, today)).toEqual(["Delivered", "19 Nov 2026"]);
  expect(arrivalOf({ ...row, status: "in_transit" }, today)).toEqual(["Was due", "Fri 20 Nov"]);
  const open = { ...row, status: "pending" as const, promisedDay: day("2026-11-21") };
  expect(arrivalOf(open, today)).toEqual(["Expected by", "Sat 21 Nov"]);
  expect(arrivalOf({ ...row, status: "failed" }, today)).toBeNull();
});
